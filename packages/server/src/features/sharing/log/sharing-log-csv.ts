import type { Locale } from '@watchpost/contract/kernel';
import type { AccessEntry } from '@watchpost/contract/schemas/sharing';
import type { RefusedSubject } from '../../../kernel/access/viewing.ts';
import { zoneOffset } from '../../../media/playback/zone-days.ts';
import { accessLogTexts } from './sharing-log-texts.ts';

/** Builds the exported log (RFC 4180), with texts in one language and times in one time zone. */
export interface AccessLogCsv {
  /** The first line; with a byte order mark, without which Excel misreads UTF-8. */
  readonly header: string;
  rows(entries: readonly AccessEntry[]): string;
}

const refusedSubjects: readonly string[] = ['archive', 'hours', 'viewers'] satisfies readonly RefusedSubject[];
/** Clocks change at a multiple of this: an offset is looked up once for each. */
const offsetStepMs = 15 * 60_000;

export function createAccessLogCsv(locale: Locale, timeZone: string): AccessLogCsv {
  const texts = accessLogTexts[locale];
  const { header } = texts;
  const toTime = createTimeFormat(timeZone);
  const orEmpty = (time: number | null | undefined): string => (time === null || time === undefined ? '' : toTime(time));

  const toCells = ({ kind, cameraTitle, at, until, range, who, subject, device, grant }: AccessEntry): string[] => [
    toTime(at),
    orEmpty(until),
    cameraTitle,
    texts.kind[kind],
    orEmpty(range?.from),
    orEmpty(range?.until),
    nameOf(who),
    kind === 'refused' && isRefusedSubject(subject) ? texts.refused[subject] : (subject ?? ''),
    device?.browser ?? '',
    device?.system ?? '',
    texts.grant[grant.kind],
    grantNameOf(grant),
  ];
  const nameOf = (who: AccessEntry['who']): string => {
    if (who.kind === 'user') return who.email;
    if (who.kind === 'website') return who.viewerId === null ? who.origin : `${who.viewerId} (${who.origin})`;
    return 'name' in who ? `${texts.who[who.kind]} ${who.name}` : texts.who[who.kind];
  };

  return {
    header: `\uFEFF${toLine([
      header.start,
      header.end,
      header.camera,
      header.action,
      header.rangeFrom,
      header.rangeUntil,
      header.who,
      header.subject,
      header.browser,
      header.system,
      header.access,
      header.link,
    ])}`,
    rows: (entries) => entries.map((entry) => toLine(toCells(entry))).join(''),
  };
}

function grantNameOf(grant: AccessEntry['grant']): string {
  if (grant.kind === 'link') return grant.label;
  return 'name' in grant ? grant.name : '';
}

function isRefusedSubject(subject: string | null): subject is RefusedSubject {
  return subject !== null && refusedSubjects.includes(subject);
}

function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Quotes a cell if needed. A spreadsheet would run a cell that begins like a formula. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Creates a format like `2026-01-15T15:04:05+03:00`. */
function createTimeFormat(timeZone: string): (time: number) => string {
  const offsets = new Map<number, number>();
  return (time) => {
    const step = Math.floor(time / offsetStepMs);
    const offsetMs = offsets.get(step) ?? zoneOffset(time, timeZone);
    offsets.set(step, offsetMs);
    const minutes = Math.abs(Math.round(offsetMs / 60_000));
    const offset = `${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
    return `${new Date(time + offsetMs).toISOString().slice(0, 19)}${offset}`;
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
