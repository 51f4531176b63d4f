/** What a list row shows about a device. */
export interface DeviceSigns {
  readonly name: string;
  readonly browser: string | null;
  readonly system: string | null;
}

/** Returns "Chrome, Windows" or the known part of it; null when nothing is known. The client name "web" means nothing to users and is left out. */
export function deviceTitle({ name, browser, system }: DeviceSigns): string | null {
  const known = [browser, system].filter((text) => text !== null && text !== '');
  if (known.length > 0) return known.join(', ');
  return name === 'web' ? null : name;
}

export function isPhone({ system }: Pick<DeviceSigns, 'system'>): boolean {
  return /android|ios|iphone|ipad/i.test(system ?? '');
}

/** Open pages send a request every few minutes, so a device seen two minutes ago counts as present, ms. */
const presenceTimeoutMs = 2 * 60_000;

/** Whether a device counts as present. Tolerates a clock that is slightly behind. @param now Unix milliseconds */
export function isHere({ isCurrent, lastSeenAt }: { readonly isCurrent: boolean; readonly lastSeenAt: number }, now: number): boolean {
  return isCurrent || now - lastSeenAt < presenceTimeoutMs;
}

/** Sorts this device first, then the others by when they were last seen. */
export function sortDevices<Device extends { readonly isCurrent: boolean; readonly lastSeenAt: number }>(
  devices: readonly Device[],
): Device[] {
  return devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt - a.lastSeenAt);
}
