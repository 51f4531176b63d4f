import { formatDate } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { knownZone } from '../../shared/time/time-texts.ts';
import { text } from './bookmarks-texts.ts';

const dayMs = 86_400_000;

/** When the footage of a moment will have been deleted, Unix milliseconds; null for a camera without an archive. */
export function footageUntilOf(at: number, archiveDays: number): number | null {
  return archiveDays > 0 ? at + archiveDays * dayMs : null;
}

/** Says until when there is footage: a bookmark doesn't keep it. @param until as `footageUntil`; undefined: not known */
export function untilText(until: number | null | undefined, now: number, timeZone: string | undefined): string {
  if (until === undefined) return text('untilSooner');
  if (until === null) return text('noArchive');
  return until <= now
    ? text('ended')
    : text('until', { date: formatDate(until, { locale: currentLocale(), timeZone: knownZone(timeZone ?? '') }) });
}
