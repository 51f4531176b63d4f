import type { InviteOptions } from '@watchpost/contract/schemas/sharing';
import type { Mail, MailPicture } from '../../../adapters/mail/port.ts';
import { composeEmailMessage, type EmailMessagePart } from '../../../kernel/email-messages/email-message.ts';
import { formatTime, type EmailMessageReader } from '../../../kernel/email-messages/email-message-dates.ts';
import { inviteEmailTexts, type EmailArchive, type InviteEmailTexts } from './sharing-invite-email-texts.ts';

export interface InviteEmailFacts {
  readonly creatorEmail: string;
  /** Titles of the cameras that the link gives. */
  readonly cameraTitles: readonly string[];
  readonly options: InviteOptions;
  readonly url: string;
  readonly pictures: readonly (MailPicture & { readonly cameraTitle: string })[];
  /** The recipient's language, the creator's time zone. */
  readonly reader: EmailMessageReader;
}

const maxTitles = 10;

/** Composes the e-mail message that invites a user to cameras. */
export function inviteEmailMessage(to: string, { creatorEmail, cameraTitles, options, url, pictures, reader }: InviteEmailFacts): Mail {
  const texts = inviteEmailTexts[reader.locale];
  const shown = cameraTitles.slice(0, maxTitles).join(', ');
  const titles = cameraTitles.length > maxTitles ? `${shown} ${texts.more(cameraTitles.length - maxTitles)}` : shown;
  const { expiresAt, allowsGuests } = options;
  const rows: (readonly [string, string])[] = [
    [texts.cameras(cameraTitles.length), titles],
    [texts.access, accessSentence(texts, options, reader)],
  ];
  if (expiresAt !== null) rows.push([texts.until, formatTime(expiresAt, reader)]);
  const parts: EmailMessagePart[] = [
    { kind: 'text', text: texts.lead(creatorEmail) },
    ...pictures.map(({ contentId, cameraTitle }): EmailMessagePart => ({ kind: 'picture', contentId, description: cameraTitle })),
    { kind: 'facts', rows },
    { kind: 'link', label: texts.link, url },
    { kind: 'text', text: texts.signIn },
    ...(allowsGuests ? [{ kind: 'text', text: texts.guests } as const] : []),
    { kind: 'note', text: texts.keep },
    { kind: 'note', text: texts.ignore(creatorEmail) },
  ];
  return {
    to,
    ...composeEmailMessage({
      locale: reader.locale,
      subject: texts.subject(creatorEmail, cameraTitles),
      heading: texts.heading(cameraTitles),
      parts,
    }),
    ...(pictures.length > 0 && { pictures: pictures.map(({ contentId, base64 }) => ({ contentId, base64 })) }),
  };
}

function accessSentence(texts: InviteEmailTexts, options: InviteOptions, reader: EmailMessageReader): string {
  const { access, withAudio, withArchive, withPtz, dailyWindow, hasWatermark, maxViewers } = options;
  return [
    texts.watch(withAudio, withArchive ? archiveOf(options, reader) : null),
    dailyWindow && texts.hours(timeOfDay(dailyWindow.fromMinutes), timeOfDay(dailyWindow.untilMinutes)),
    access === 'full' ? texts.full : withPtz && texts.move,
    maxViewers !== null && texts.viewers(maxViewers),
    hasWatermark && texts.watermark,
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
}

function archiveOf({ archiveRange: range }: InviteOptions, reader: EmailMessageReader): EmailArchive {
  if (range.kind !== 'period') return range.kind;
  return { from: formatTime(range.from, reader), until: formatTime(range.until, reader) };
}

/** @example timeOfDay(485) // '08:05' */
function timeOfDay(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
