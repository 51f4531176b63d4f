import { timeZoneNames, timeZoneRules, type TimeZoneName } from '@watchpost/contract/kernel';

const name = '(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{1,12}>)';
const time = '[+-]?\\d{1,3}(?::\\d{1,2}){0,2}';
const date = `,M(\\d{1,2})\\.(\\d)\\.(\\d)(?:/(${time}))?`;
const pattern = new RegExp(`^${name}(${time})(?:${name}(${time})?${date}${date})?$`);

/**
 * Returns the listed zone that follows a POSIX rule (1003.1, 8.3): one with the same abbreviations if possible, but cameras write
 * their own. Null if none keeps that time.
 */
export function zoneOfRule(rule: string): TimeZoneName | null {
  const wanted = meaningOf(rule.trim());
  if (wanted === null) return null;
  const same = timeZoneNames.filter((zone) => meaningOf(timeZoneRules[zone]) === wanted);
  return same.find((zone) => lettersOf(timeZoneRules[zone]) === lettersOf(rule.trim())) ?? same[0] ?? null;
}

function lettersOf(rule: string): string {
  return rule.match(/<[\w+-]{1,12}>|[A-Za-z]{3,}/g)?.join() ?? '';
}

/** Normalizes a rule: equal results keep the same time. Null for an invalid rule. */
function meaningOf(rule: string): string | null {
  const found = rule.length > 100 ? null : pattern.exec(rule);
  if (!found) return null;
  const [, standard = '', summer, ...dates] = found;
  const offset = secondsOf(standard);
  if (dates[0] === undefined) return String(offset);
  const change = (at: number): string => [...dates.slice(at, at + 3).map(Number), secondsOf(dates[at + 3] ?? '2')].join('.');
  return [offset, summerOffset(offset, summer), change(0), change(4)].join(' ');
}

/** One hour ahead by default. Some cameras write the difference from standard time, not, as POSIX requires, the offset from UTC. */
function summerOffset(standard: number, summer: string | undefined): number {
  if (summer === undefined) return standard - 3600;
  const written = secondsOf(summer);
  const ahead = standard - written;
  return ahead > 0 && ahead <= 3600 ? written : standard - written;
}

/** Parses `[+-]hh[:mm[:ss]]` to seconds. */
function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}
