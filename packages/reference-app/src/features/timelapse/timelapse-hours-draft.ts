import type { TimelapseHours } from '@watchpost/sdk-core';

/** The hours as they are typed. */
export interface HoursDraft {
  readonly kind: TimelapseHours['kind'];
  readonly from: string;
  readonly to: string;
  readonly latitude: string;
  readonly longitude: string;
}

export function draftOf(hours: TimelapseHours): HoursDraft {
  return {
    kind: hours.kind,
    from: hours.kind === 'fixed' ? hours.from : '06:00',
    // A field for times has no 24:00; midnight after `from` is the same.
    to: hours.kind === 'fixed' ? hours.to.replace('24:00', '00:00') : '21:00',
    latitude: hours.kind === 'daylight' ? String(hours.latitude) : '',
    longitude: hours.kind === 'daylight' ? String(hours.longitude) : '',
  };
}

/** Reads degrees with a point or a comma; null for anything else. @example degreesOf('59,94', 90) // 59.94 */
export function degreesOf(typed: string, most: number): number | null {
  const plain = typed.trim().replace(',', '.').replace('−', '-');
  if (!/^-?\d{1,3}(?:\.\d{1,10})?$/.test(plain)) return null;
  const degrees = Number(plain);
  return Math.abs(degrees) <= most ? degrees : null;
}

/** Returns the hours to save; null while something is missing or wrong. */
export function hoursOf({ kind, from, to, latitude, longitude }: HoursDraft): TimelapseHours | null {
  if (kind === 'fixed') return from === '' || to === '' || from === to ? null : { kind, from, to };
  const [north, east] = [degreesOf(latitude, 90), degreesOf(longitude, 180)];
  return north === null || east === null ? null : { kind, latitude: north, longitude: east };
}

/** Whether the hours end on the next day. */
export function isOverMidnight({ from, to }: Pick<HoursDraft, 'from' | 'to'>): boolean {
  return to !== '00:00' && to < from;
}
