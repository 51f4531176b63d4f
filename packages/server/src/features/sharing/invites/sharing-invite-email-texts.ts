import type { Locale } from '@watchpost/contract/kernel';

/** What can be played. */
export type EmailArchive = 'all' | 'from-acceptance' | { readonly from: string | null; readonly until: string | null };

export interface InviteEmailTexts {
  readonly subject: (creator: string, cameras: readonly string[]) => string;
  readonly heading: (cameras: readonly string[]) => string;
  readonly lead: (creator: string) => string;
  readonly cameras: (count: number) => string;
  readonly more: (count: number) => string;
  readonly access: string;
  readonly until: string;
  readonly link: string;
  readonly watch: (withAudio: boolean, archive: EmailArchive | null) => string;
  readonly hours: (from: string, until: string) => string;
  readonly full: string;
  readonly move: string;
  readonly watermark: string;
  readonly viewers: (count: number) => string;
  readonly signIn: string;
  readonly guests: string;
  readonly keep: string;
  readonly ignore: (creator: string) => string;
}

const plural = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') };

/** The texts of the e-mail message that invites a user to cameras. */
export const inviteEmailTexts: Readonly<Record<Locale, InviteEmailTexts>> = {
  en: {
    subject: (creator, cameras) => `${creator} shares ${cameras.length === 1 ? `“${cameras[0]}”` : `${cameras.length} cameras`} with you`,
    heading: (cameras) => (cameras.length === 1 ? 'A camera is shared with you' : 'Cameras are shared with you'),
    lead: (creator) => `${creator} invites you to watch on Watchpost.`,
    cameras: (count) => (count === 1 ? 'Camera' : 'Cameras'),
    more: (count) => `and ${count} more`,
    access: 'What you can do',
    until: 'Until',
    link: 'Open the invitation',
    watch: (withAudio, archive) => {
      if (archive === null) return withAudio ? 'Watch live only, with sound.' : 'Watch live only, without sound.';
      const play = `play ${englishArchive(archive)}`;
      return withAudio ? `Watch live, with sound, and ${play}.` : `Watch live and ${play}, without sound.`;
    },
    hours: (from, until) => `Every day from ${from} to ${until}, in the camera’s time zone.`,
    full: 'You can also change settings and share.',
    move: 'You can also move the camera.',
    watermark: 'Your e-mail address is shown over the picture.',
    viewers: (count) => (count === 1 ? 'One viewer at a time.' : `At most ${count} viewers at a time.`),
    signIn: 'Sign in to add the cameras: enter your address, and we will send you a code. A new account is created if you have none.',
    guests: 'You can watch without an account, too.',
    keep: 'Don’t forward this message: the link works for anyone who has it.',
    ignore: (creator) => `If you don’t know ${creator}, ignore this message.`,
  },
  ru: {
    subject: (creator, cameras) =>
      `${creator} открывает вам доступ к ${cameras.length === 1 ? `камере «${cameras[0]}»` : `${cameras.length} ${plural.ru.select(cameras.length) === 'one' ? 'камере' : 'камерам'}`}`,
    heading: (cameras) => (cameras.length === 1 ? 'Вам открыли доступ к камере' : 'Вам открыли доступ к камерам'),
    lead: (creator) => `${creator} приглашает вас смотреть в Watchpost.`,
    cameras: (count) => (count === 1 ? 'Камера' : 'Камеры'),
    more: (count) => `и ещё ${count}`,
    access: 'Что можно делать',
    until: 'До',
    link: 'Открыть приглашение',
    watch: (withAudio, archive) => {
      const live = archive === null ? 'Смотреть только в прямом эфире' : 'Смотреть в прямом эфире';
      const sound = withAudio ? 'со звуком' : 'без звука';
      if (archive === null) return `${live}, ${sound}.`;
      return `${live} ${sound} и открывать ${russianArchive(archive)}.`;
    },
    hours: (from, until) => `Каждый день с ${from} до ${until} по часовому поясу камеры.`,
    full: 'Ещё можно менять настройки и делиться доступом.',
    move: 'Ещё можно поворачивать камеру.',
    watermark: 'Поверх изображения будет виден ваш адрес почты.',
    viewers: (count) => `Одновременно — не больше ${count} ${plural.ru.select(count) === 'one' ? 'зрителя' : 'зрителей'}.`,
    signIn: 'Чтобы добавить камеры, войдите: укажите адрес почты, и мы пришлём код. Если аккаунта ещё нет, он появится сам.',
    guests: 'Смотреть можно и без аккаунта.',
    keep: 'Не пересылайте это письмо: ссылка сработает у любого, кто её получит.',
    ignore: (creator) => `Если вы не знаете, кто такой ${creator}, просто не обращайте внимания на это письмо.`,
  },
};

function englishArchive(archive: EmailArchive): string {
  if (archive === 'all') return 'all recordings';
  if (archive === 'from-acceptance') return 'recordings from the moment you accept';
  if (archive.from === null) return `recordings until ${archive.until}`;
  return archive.until === null ? `recordings from ${archive.from} on` : `recordings from ${archive.from} to ${archive.until}`;
}

function russianArchive(archive: EmailArchive): string {
  if (archive === 'all') return 'все записи';
  if (archive === 'from-acceptance') return 'записи с момента, когда вы примете приглашение';
  if (archive.from === null) return `записи до ${archive.until}`;
  return archive.until === null ? `записи с ${archive.from}` : `записи с ${archive.from} до ${archive.until}`;
}
