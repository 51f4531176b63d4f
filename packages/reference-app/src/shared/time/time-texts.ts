/** How old something is, in the unit it is told in. A clock that is a little behind must not make the future. */
export function age(at: number, now: number): { readonly unit: 'seconds' | 'minutes' | 'hours'; readonly count: number } {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 60) return { unit: 'seconds', count: seconds };
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) };
}

/** The calendar day of an instant in a zone, `2026-11-21`: days compare and sort as texts. */
export function dayKey(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);
}

/** Whether `time` is on the camera's today, its yesterday, or another day. */
export function dayOf(time: number, now: number, timeZone: string): 'today' | 'yesterday' | 'other' {
  const day = dayKey(time, timeZone);
  const today = dayKey(now, timeZone);
  if (day === today) return 'today';
  // The day before today's, by the calendar: 24 hours back may be two days back when clocks change.
  const before = new Date(`${today}T12:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return day === before.toISOString().slice(0, 10) ? 'yesterday' : 'other';
}

/** "21 November", in the camera's zone; with the year when it is not this one. */
export function dayText(time: number, now: number, locale: string, timeZone: string): string {
  const sameYear = dayKey(time, timeZone).slice(0, 4) === dayKey(now, timeZone).slice(0, 4);
  const language = locale === 'en' ? 'en-GB' : locale;
  return new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', month: 'long', ...(!sameYear && { year: 'numeric' }) }).format(time);
}

/** "13:58" on the camera's today, "20 November, 13:58" before. */
export function sinceText(time: number, now: number, locale: string, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(time);
  return dayOf(time, now, timeZone) === 'today' ? clock : `${dayText(time, now, locale, timeZone)}, ${clock}`;
}

/** The zone if the browser knows it, or the product's default (specification 1, section 9). */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'Europe/Moscow';
  }
}
