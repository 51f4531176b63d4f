import type { Grant } from '@watchpost/contract/access/capabilities';
import type { Locale } from '@watchpost/contract/kernel';
import { formatDate, formatTime, zoneMark } from '../../kernel/format/dates.ts';
import { formatMoment } from '../../kernel/format/moments.ts';
import { createTranslator, type Translate } from '../../kernel/translate.ts';
import { sentenceMessages, type SentenceVoice } from './sharing-sentence-messages.ts';

/** A run of a sentence; the strong ones carry what was decided. */
export interface SentencePart {
  readonly text: string;
  readonly isStrong: boolean;
}

/** What a sentence says. */
export interface SentenceSubject {
  readonly grant: Grant;
  readonly cameraCount: number;
  /** How many users can accept the link; null or absent for any number. */
  readonly maxUsers?: number | null;
  /** How many users and guests can watch a camera at the same time; null or absent for any number. */
  readonly maxViewers?: number | null;
  /** Whether the link opens without an account. */
  readonly allowsGuests?: boolean;
}

/** In which language, time zone and moment a share is put into words. */
export interface SentenceOptions {
  readonly locale: Locale;
  /** The cameras' zone, an IANA name: the daily hours are in it, and so is every other time. */
  readonly timeZone: string;
  /** Unix milliseconds, by the server's clock. */
  readonly now: number;
}

type Say = Translate<keyof (typeof sentenceMessages)['en']>;

const minuteMs = 60_000;

/**
 * Says in words what a grant or a link allows.
 * @param voice `link` for everyone who has the link, `you` for the reader, `user` for a user in a list
 * @example grantSentence('you', { grant, cameraCount: 2 }, { locale: 'en', timeZone: 'Europe/Moscow', now })
 *   .map(({ text, isStrong }) => (isStrong ? <strong>{text}</strong> : text))
 */
export function grantSentence(voice: SentenceVoice, subject: SentenceSubject, options: SentenceOptions): readonly SentencePart[] {
  const { grant, cameraCount: count, maxViewers, allowsGuests } = subject;
  const say: Say = createTranslator(sentenceMessages, () => options.locale);
  const sentences = [
    say(`${voice}.${contentOf(grant)}`, {
      count,
      who: whoOf(say, subject),
      archive: archiveOf(say, grant, options),
      hours: hoursOf(say, grant, options),
      expiry: grant.expiresAt === null ? '' : say('expiry', { until: momentOf(grant.expiresAt, options) }),
    }),
    grant.access === 'full' ? say(`${voice}.full`) : grant.withPtz && say(`${voice}.ptz`, { count: oneOrMany(count) }),
    maxViewers && say('viewers', { count: maxViewers }),
    allowsGuests && say('guests'),
    grant.hasWatermark && say(`${voice}.watermark`),
  ];
  return toParts(sentences.filter((sentence) => typeof sentence === 'string').join(' '));
}

/** Says what a grant does not allow beyond what its sentence says; null if there is nothing to say. */
export function limitsSentence(
  voice: SentenceVoice,
  { grant, cameraCount: count }: SentenceSubject,
  { locale }: SentenceOptions,
): string | null {
  if (grant.access === 'full') return null;
  return createTranslator(sentenceMessages, () => locale)(`${voice}.limits`, { count: oneOrMany(count) });
}

/** For texts without the number: Russian would pick the singular for 21 cameras. */
function oneOrMany(count: number): number {
  return count === 1 ? 1 : 2;
}

function contentOf({ withAudio, withArchive }: Grant): 'everything' | 'noSound' | 'noArchive' | 'neither' {
  if (withArchive) return withAudio ? 'everything' : 'noSound';
  return withAudio ? 'noArchive' : 'neither';
}

function whoOf(say: Say, { maxUsers }: SentenceSubject): string {
  if (!maxUsers) return say('anyone');
  return maxUsers === 1 ? say('onePerson') : say('people', { count: maxUsers });
}

function archiveOf(say: Say, { archiveFrom, archiveUntil }: Grant, options: SentenceOptions): string {
  const until = archiveUntil === null ? '' : momentOf(archiveUntil, options);
  if (archiveFrom === null) return until ? say('archive.until', { until }) : say('archive.all');
  if (Math.abs(archiveFrom - options.now) < minuteMs) return until ? say('archive.fromNowUntil', { until }) : say('archive.fromNow');
  const from = startOf(archiveFrom, options);
  return until ? say('archive.period', { from, until }) : say('archive.from', { from });
}

function hoursOf(say: Say, { dailyWindow }: Grant, { locale, timeZone, now }: SentenceOptions): string {
  if (!dailyWindow) return '';
  const from = clockText(dailyWindow.fromMinutes);
  return say('hours', { from, until: clockText(dailyWindow.untilMinutes) + zoneMark(now, { locale, timeZone }) });
}

function clockText(minutes: number): string {
  return formatTime(minutes * minuteMs, { locale: 'en', timeZone: 'UTC', seconds: false });
}

function momentOf(time: number, { locale, timeZone, now }: SentenceOptions): string {
  return formatMoment(time, now, { locale, timeZone });
}

/** A day that is open from its first minute needs no time of day. */
function startOf(time: number, options: SentenceOptions): string {
  const { locale, timeZone, now } = options;
  const isMidnight = formatTime(time, { locale, timeZone, seconds: false }) === '00:00';
  const [date, today] = [time, now].map((each) => formatDate(each, { locale, timeZone, year: true }));
  const isThisYear = [time, now].map((each) => new Date(each).getUTCFullYear()).every((year, _, years) => year === years[0]);
  return isMidnight && date !== today && isThisYear ? formatDate(time, { locale, timeZone }) : momentOf(time, options);
}

function toParts(text: string): readonly SentencePart[] {
  return text
    .split('*')
    .map((run, index) => ({ text: run, isStrong: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
