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

/** A page that is open asks for something every few minutes: what was here two minutes ago is here now. */
const presentFor = 2 * 60_000;

/** Whether a device counts as here. A clock that is a little behind must not make the future. @param now Unix milliseconds */
export function isHere({ isCurrent, lastSeenAt }: { readonly isCurrent: boolean; readonly lastSeenAt: number }, now: number): boolean {
  return isCurrent || now - lastSeenAt < presentFor;
}

/** This device first, then who was here last. */
export function sortDevices<Device extends { readonly isCurrent: boolean; readonly lastSeenAt: number }>(devices: readonly Device[]): Device[] {
  return devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt - a.lastSeenAt);
}
