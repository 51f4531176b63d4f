let pressed = false;
const options = { capture: true, passive: true } as const;

globalThis.addEventListener?.('pointerdown', () => (pressed = true), options);
for (const end of ['pointerup', 'pointercancel']) globalThis.addEventListener?.(end, () => (pressed = false), options);

import { systemClock } from '@watchpost/sdk-core';
/**
 * Calls immediately, or once the pressed pointer is released and its click is over. A change in between could move the pressed
 * element, and the click would miss it, for example when a press on a button blurs a field.
 */
export function afterPress(callback: () => void): void {
  if (!pressed) {
    callback();
    return;
  }
  const life = new AbortController();
  const end = (): void => {
    life.abort();
    systemClock.after(0, callback);
  };
  for (const name of ['pointerup', 'pointercancel']) globalThis.addEventListener(name, end, { ...options, signal: life.signal });
}
