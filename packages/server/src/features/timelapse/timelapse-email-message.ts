import type { Locale } from '@watchpost/contract/kernel';
import type { Mail } from '../../adapters/mail/port.ts';
import { formatDay, type EmailMessageReader } from '../../kernel/email-messages/email-message-dates.ts';
import { composeEmailMessage, type EmailMessagePart } from '../../kernel/email-messages/email-message.ts';
import type { TimelapseFilm } from './timelapse-repository.ts';

interface Texts {
  /** @param day `27 November` */
  readonly subject: (camera: string, day: string) => string;
  readonly made: string;
  readonly empty: string;
  readonly failed: string;
  readonly link: string;
  readonly turnOff: string;
}

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    subject: (camera, day) => `Timelapse: ${camera}, ${day}`,
    made: 'The day in a minute or two: the timelapse is ready.',
    empty: 'There is no timelapse, because nothing was recorded in the hours that are filmed. Check that the camera is online and records.',
    failed: 'There is no timelapse, because it could not be made. The recording of the day is not affected.',
    link: 'Open the timelapses',
    turnOff: 'You chose these messages in the settings of the camera: Smart events, Timelapse.',
  },
  ru: {
    subject: (camera, day) => `Таймлапс: ${camera}, ${day}`,
    made: 'День за минуту-другую: таймлапс готов.',
    empty: 'Таймлапса нет: в выбранные часы ничего не записано. Проверьте, что камера в сети и ведёт запись.',
    failed: 'Таймлапса нет: его не удалось создать. На записи дня это не сказалось.',
    link: 'Открыть таймлапсы',
    turnOff: 'Эти письма включены в настройках камеры: «Умные события», «Таймлапс».',
  },
};

interface TimelapseEmailFacts {
  readonly cameraTitle: string;
  /** In the day of the film, Unix ms. */
  readonly at: number;
  readonly state: TimelapseFilm['state'];
  readonly poster: Uint8Array | null;
  readonly publicUrl: string | null;
  readonly reader: EmailMessageReader;
}

/** Composes the message about a day's film. The film itself is not sent: it is as large as mailboxes are. */
export function timelapseEmailMessage(to: string, { cameraTitle, at, state, poster, publicUrl, reader }: TimelapseEmailFacts): Mail {
  const own = texts[reader.locale];
  const subject = own.subject(cameraTitle, formatDay(at, reader));
  const parts: EmailMessagePart[] = [{ kind: 'text', text: state === 'empty' ? own.empty : state === 'failed' ? own.failed : own.made }];
  if (poster) parts.push({ kind: 'picture', contentId: 'timelapse', description: cameraTitle });
  if (publicUrl !== null) parts.push({ kind: 'link', label: own.link, url: `${publicUrl}/activities?q=timelapse` });
  parts.push({ kind: 'note', text: own.turnOff });
  return {
    to,
    ...composeEmailMessage({ locale: reader.locale, subject, heading: subject, parts }),
    ...(poster && { pictures: [{ contentId: 'timelapse', base64: Buffer.from(poster).toString('base64') }] }),
  };
}
