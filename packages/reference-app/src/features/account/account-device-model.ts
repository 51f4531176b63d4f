/** What a row of the list shows of a device. */
export interface DeviceSigns {
  readonly name: string;
  readonly browser: string | null;
  readonly system: string | null;
}

/** "Chrome, Windows", as far as it is known; null: nothing is. A browser's own name "web" says nothing to a person. */
export function deviceTitle({ name, browser, system }: DeviceSigns): string | null {
  const known = [browser, system].filter((text) => text !== null && text !== '');
  if (known.length > 0) return known.join(', ');
  return name === 'web' ? null : name;
}

export function isPhone({ system }: Pick<DeviceSigns, 'system'>): boolean {
  return /android|ios|iphone|ipad/i.test(system ?? '');
}

export type LastSeen =
  | { readonly unit: 'now' }
  | { readonly unit: 'minutes' | 'hours'; readonly count: number }
  /** So long ago that a date says more. */
  | { readonly unit: 'date' };

/** Sessions are renewed every few minutes: what was here two minutes ago is here now. A clock that is a little behind must not make the future. */
const presentFor = 2 * 60_000;

/** @param at when the device was seen, @param now both Unix milliseconds */
export function lastSeen(at: number, now: number): LastSeen {
  const age = now - at;
  if (age < presentFor) return { unit: 'now' };
  const minutes = Math.floor(age / 60_000);
  if (minutes < 60) return { unit: 'minutes', count: minutes };
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? { unit: 'hours', count: hours } : { unit: 'date' };
}

/** This device first, then who was here last. */
export function sortDevices<Device extends { readonly isCurrent: boolean; readonly lastSeenAt: number }>(devices: readonly Device[]): Device[] {
  return devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt - a.lastSeenAt);
}
