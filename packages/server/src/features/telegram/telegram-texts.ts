import type { Locale } from '@watchpost/contract/kernel';
import type { EventType } from '@watchpost/contract/schemas/events';

interface TelegramTexts {
  /** What happened; the camera's name follows. */
  readonly events: Readonly<Record<EventType, string>>;
  /** Titles for a day without a film. */
  readonly noTimelapse: Readonly<Record<'empty' | 'failed', string>>;
  /** Under a message that was changed. @param at `16:37:08` */
  readonly updated: (at: string, count: number) => string;
  readonly open: string;
  readonly snooze: string;
  readonly clip: string;
  readonly falseAlarm: string;
  /** Answers to a pressed button, shown for a moment. */
  readonly clipComing: string;
  readonly falseAlarmNoted: string;
  readonly falseAlarmDone: string;
  readonly clipTooLarge: string;
  /** An answer to a button that this version does not know. */
  readonly oldButton: string;
  readonly turnOn: string;
  /** A message that a user asked for to see whether it arrives. */
  readonly test: string;
  readonly linked: (chat: string) => string;
  /** To a chat that no account has linked. */
  readonly notLinked: string;
  readonly wrongCode: string;
  readonly tooManyCodes: string;
  readonly help: string;
  /** @param until `16:36` */
  readonly quietUntil: (until: string) => string;
  readonly quietOver: string;
  readonly quietUsage: string;
  readonly presence: Readonly<Record<'home' | 'away', string>>;
  readonly noCameras: string;
  readonly cameras: string;
  /** Commands follow, one for each camera. */
  readonly whichCamera: string;
  readonly commands: Readonly<Record<'cameras' | 'snapshot' | 'quiet' | 'home' | 'away' | 'help', string>>;
}

const russianPlurals = new Intl.PluralRules('ru');
const russianEvents: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'событие', few: 'события', many: 'событий' };

export const telegramTexts: Readonly<Record<Locale, TelegramTexts>> = {
  en: {
    events: {
      human: 'Person',
      lineCrossing: 'Line crossed',
      intrusion: 'Intrusion',
      motion: 'Motion',
      vehicle: 'Vehicle',
      video: 'Video',
      timelapse: 'Timelapse of the day',
      loudNoise: 'Loud noise',
      smokeAlarm: 'Smoke alarm is sounding',
      coAlarm: 'Carbon monoxide alarm is sounding',
      fire: 'Fire',
      smoke: 'Smoke',
      face: 'Face',
      glassBreak: 'Glass breaking',
      babyCry: 'Baby crying',
    },
    noTimelapse: { empty: 'No timelapse: nothing was recorded', failed: 'The timelapse could not be made' },
    updated: (at, count) => `Updated ${at}: ${count}\u00A0events`,
    open: 'Open',
    snooze: 'Snooze 1 h',
    clip: '10 s clip',
    falseAlarm: 'False alarm',
    clipComing: 'The clip is coming',
    falseAlarmNoted: 'Thank you',
    falseAlarmDone: 'Noted as a false alarm. To get fewer of them, open the camera’s smart events in Watchpost and lower the sensitivity.',
    clipTooLarge: 'The clip is too large for Telegram. Open it in Watchpost.',
    oldButton: 'This button no longer works. Send /help to see what does.',
    turnOn: 'Turn alerts on',
    test: 'This is a test: alerts of your cameras arrive here.',
    linked: (chat) => `“${chat}” is linked. Alerts of your cameras come here from now on. Send /quiet to pause them.`,
    notLinked: 'This chat is not linked yet. Open Watchpost, choose Telegram bot, and send the code here.',
    wrongCode: 'This code is not valid, or it has expired. Watchpost shows a new one every 10 minutes: send the one that it shows now.',
    tooManyCodes: 'Too many wrong codes. Try again in 10 minutes.',
    help: 'I send alerts of your cameras.\n/cameras lists them, /snapshot Front door sends a picture of now.\n/quiet 2h pauses alerts, /quiet until 8:00 does until then, /quiet off ends the pause.\n/home and /away say whether anybody is home.\nTo unlink this chat, open Watchpost, Telegram bot, Linked chats.',
    quietUntil: (until) => `Quiet until ${until}.`,
    quietOver: 'Alerts are on.',
    quietUsage: 'Send /quiet 30m, /quiet 2h, /quiet until 8:00 or /quiet off. The longest pause is 7 days.',
    presence: {
      home: 'Marked as home. Alerts that are only for when nobody is home don’t come until you send /away.',
      away: 'Marked as away. Alerts that are only for when nobody is home come now. Send /home when you are back.',
    },
    noCameras: 'There are no cameras that you can watch now.',
    cameras: 'Your cameras:',
    whichCamera: 'Which camera? Send one of these:',
    commands: {
      cameras: 'Your cameras',
      snapshot: 'A picture of now',
      quiet: 'Pause alerts',
      home: 'We are home',
      away: 'Nobody is home',
      help: 'What I can do',
    },
  },
  ru: {
    events: {
      human: 'Человек',
      lineCrossing: 'Пересечение линии',
      intrusion: 'Вторжение',
      motion: 'Движение',
      vehicle: 'Автомобиль',
      video: 'Видео',
      timelapse: 'Таймлапс за день',
      loudNoise: 'Громкий шум',
      smokeAlarm: 'Сработала пожарная сигнализация',
      coAlarm: 'Сработал датчик угарного газа',
      fire: 'Огонь',
      smoke: 'Дым',
      face: 'Лицо',
      glassBreak: 'Разбилось стекло',
      babyCry: 'Плачет ребёнок',
    },
    noTimelapse: { empty: 'Таймлапса нет: ничего не записано', failed: 'Не удалось создать таймлапс' },
    updated: (at, count) => `Обновлено в ${at}: ${count}\u00A0${russianEvents[russianPlurals.select(count)] ?? 'события'}`,
    open: 'Открыть',
    snooze: 'Пауза на 1 час',
    clip: 'Фрагмент 10 с',
    falseAlarm: 'Ложная тревога',
    clipComing: 'Фрагмент сейчас придёт',
    falseAlarmNoted: 'Спасибо',
    falseAlarmDone:
      'Отмечено как ложная тревога. Чтобы их было меньше, откройте в Watchpost умные события камеры и уменьшите чувствительность.',
    clipTooLarge: 'Фрагмент слишком большой для Telegram. Откройте его в Watchpost.',
    oldButton: 'Эта кнопка больше не работает. Что работает, подскажет /help.',
    turnOn: 'Включить снова',
    test: 'Это проверка: события с ваших камер приходят сюда.',
    linked: (chat) =>
      `Чат «${chat}» привязан. Теперь события с ваших камер будут приходить сюда. Чтобы поставить их на паузу, отправьте /quiet.`,
    notLinked: 'Этот чат ещё не привязан. Откройте Watchpost, выберите «Бот в Telegram» и отправьте сюда код.',
    wrongCode: 'Код неверный или устарел. Watchpost обновляет код каждые 10 минут: отправьте тот, который показан сейчас.',
    tooManyCodes: 'Слишком много неверных кодов. Попробуйте через 10 минут.',
    help: 'Я присылаю события с ваших камер.\n/cameras — список камер, /snapshot Крыльцо — снимок сейчас.\n/quiet 2ч — пауза, /quiet до 8:00 — пауза до этого времени, /quiet выкл — конец паузы.\n/home и /away — дома ли кто-нибудь.\nОтвязать чат можно в Watchpost: «Бот в Telegram», «Привязанные чаты».',
    quietUntil: (until) => `До ${until} не беспокою.`,
    quietOver: 'События снова приходят.',
    quietUsage: 'Отправьте /quiet 30м, /quiet 2ч, /quiet до 8:00 или /quiet выкл. Самая длинная пауза — 7 дней.',
    presence: {
      home: 'Отмечено, что дома кто-то есть. События, о которых нужно сообщать только без вас, не приходят, пока вы не отправите /away.',
      away: 'Отмечено, что дома никого нет. События, о которых нужно сообщать только без вас, приходят. Когда вернётесь, отправьте /home.',
    },
    noCameras: 'Сейчас нет камер, которые вам доступны.',
    cameras: 'Ваши камеры:',
    whichCamera: 'Какая камера? Отправьте одну из этих команд:',
    commands: {
      cameras: 'Ваши камеры',
      snapshot: 'Снимок сейчас',
      quiet: 'Пауза',
      home: 'Мы дома',
      away: 'Никого нет дома',
      help: 'Что я умею',
    },
  },
};
