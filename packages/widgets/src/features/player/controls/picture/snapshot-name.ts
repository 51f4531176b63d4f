import { footageFileName } from '@watchpost/sdk-core';

/**
 * File name of a snapshot: the camera and the time in its time zone. Valid on every system.
 * @param time Unix milliseconds
 * @param timeZone IANA name; default: the viewer's
 * @example snapshotName('Front door', time, 'Europe/Moscow') // 'Front door 2026-11-21 14.02.11+0300.png'
 */
export function snapshotName(title: string, time: number, timeZone: string | undefined): string {
  return footageFileName({ title, time, offsetMs: offsetOf(time, timeZone) }, 'png');
}

/** From `GMT+05:45`. The timeline has a function for this, but its code comes later than the controls. */
function offsetOf(time: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
