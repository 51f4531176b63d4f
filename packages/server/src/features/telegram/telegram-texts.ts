import type { Locale } from '@watchpost/contract/kernel';
import type { EventType } from '@watchpost/contract/schemas/events';

interface TelegramTexts {
  /** What happened; the camera's name follows. */
  readonly events: Readonly<Record<EventType, string>>;
  readonly open: string;
  readonly snooze: string;
  readonly turnOn: string;
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
  readonly noCameras: string;
  readonly cameras: string;
  /** Commands follow, one for each camera. */
  readonly whichCamera: string;
  readonly commands: Readonly<Record<'cameras' | 'snapshot' | 'quiet' | 'help', string>>;
}

export const telegramTexts: Readonly<Record<Locale, TelegramTexts>> = {
  en: {
    events: {
      human: 'Person',
      lineCrossing: 'Line crossed',
      intrusion: 'Intrusion',
      motion: 'Motion',
      vehicle: 'Vehicle',
      video: 'Video',
    },
    open: 'Open',
    snooze: 'Snooze 1 h',
    turnOn: 'Turn alerts on',
    linked: (chat) => `“${chat}” is linked. Alerts of your cameras come here from now on. Send /quiet to pause them.`,
    notLinked: 'This chat is not linked yet. Open Watchpost, choose Telegram bot, and send the code here.',
    wrongCode: 'This code is not valid, or it has expired. Watchpost shows a new one every 10 minutes: send the one that it shows now.',
    tooManyCodes: 'Too many wrong codes. Try again in 10 minutes.',
    help: 'I send alerts of your cameras.\n/cameras lists them, /snapshot Front door sends a picture of now.\n/quiet 2h pauses alerts, /quiet until 8:00 does until then, /quiet off ends the pause.\nTo unlink this chat, open Watchpost, Telegram bot, Linked chats.',
    quietUntil: (until) => `Quiet until ${until}.`,
    quietOver: 'Alerts are on.',
    quietUsage: 'Send /quiet 30m, /quiet 2h, /quiet until 8:00 or /quiet off. The longest pause is 7 days.',
    noCameras: 'There are no cameras that you can watch now.',
    cameras: 'Your cameras:',
    whichCamera: 'Which camera? Send one of these:',
    commands: { cameras: 'Your cameras', snapshot: 'A picture of now', quiet: 'Pause alerts', help: 'What I can do' },
  },
  ru: {
    events: {
      human: 'Человек',
      lineCrossing: 'Пересечение линии',
      intrusion: 'Вторжение',
      motion: 'Движение',
      vehicle: 'Автомобиль',
      video: 'Видео',
    },
    open: 'Открыть',
    snooze: 'Пауза на 1 час',
    turnOn: 'Включить снова',
    linked: (chat) =>
      `Чат «${chat}» привязан. Теперь события с ваших камер будут приходить сюда. Чтобы поставить их на паузу, отправьте /quiet.`,
    notLinked: 'Этот чат ещё не привязан. Откройте Watchpost, выберите «Бот в Telegram» и отправьте сюда код.',
    wrongCode: 'Код неверный или устарел. Watchpost обновляет код каждые 10 минут: отправьте тот, который показан сейчас.',
    tooManyCodes: 'Слишком много неверных кодов. Попробуйте через 10 минут.',
    help: 'Я присылаю события с ваших камер.\n/cameras — список камер, /snapshot Крыльцо — снимок сейчас.\n/quiet 2ч — пауза, /quiet до 8:00 — пауза до этого времени, /quiet выкл — конец паузы.\nОтвязать чат можно в Watchpost: «Бот в Telegram», «Привязанные чаты».',
    quietUntil: (until) => `До ${until} не беспокою.`,
    quietOver: 'События снова приходят.',
    quietUsage: 'Отправьте /quiet 30м, /quiet 2ч, /quiet до 8:00 или /quiet выкл. Самая длинная пауза — 7 дней.',
    noCameras: 'Сейчас нет камер, которые вам доступны.',
    cameras: 'Ваши камеры:',
    whichCamera: 'Какая камера? Отправьте одну из этих команд:',
    commands: { cameras: 'Ваши камеры', snapshot: 'Снимок сейчас', quiet: 'Пауза', help: 'Что я умею' },
  },
};
