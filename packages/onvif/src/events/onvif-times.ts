/** Reads a date and time of XML, in UTC where it names no zone; Unix ms, or null. */
export function readDateTime(text: string): number | null {
  const written = text.trim().slice(0, 40);
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(written) ? written : `${written}Z`);
  return Number.isFinite(at) ? at : null;
}

/** Reads a duration of XML, `PT2M30S`, of at most days; ms, or null. */
export function readDuration(text: string): number | null {
  const [, days, hours, minutes, seconds] =
    /^P(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10}(?:\.\d{1,6})?)S)?)?$/.exec(text.trim().slice(0, 40)) ?? [];
  const parts = [days, hours, minutes, seconds];
  if (parts.every((part) => part === undefined)) return null;
  const [d = 0, h = 0, m = 0, s = 0] = parts.map((part) => Number(part ?? 0));
  return (((d * 24 + h) * 60 + m) * 60 + s) * 1000;
}
