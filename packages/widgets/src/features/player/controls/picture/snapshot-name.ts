/**
 * File name of a snapshot: the camera and the time in its time zone. Sorts by time, and valid on every system.
 * @param time Unix milliseconds
 * @param timeZone IANA name; default: the viewer's
 * @example snapshotName('Front door', time, 'Europe/Moscow') // 'front-door 2026-11-21 14-02-11.png'
 */
export function snapshotName(title: string, time: number, timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${fileWord(title)} ${part('year')}-${part('month')}-${part('day')} ${part('hour')}-${part('minute')}-${part('second')}.png`;
}

/** Keeps letters and digits of every script and turns the rest into dashes: `Двор №2` becomes `двор-2`. */
function fileWord(title: string): string {
  const word = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return [...word].slice(0, 60).join('').replace(/-$/, '') || 'camera';
}
