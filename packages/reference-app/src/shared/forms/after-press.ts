import { browserClock } from '../browser/clock.ts';

let pressed = false;
const options = { capture: true, passive: true } as const;

globalThis.addEventListener?.('pointerdown', () => (pressed = true), options);
for (const end of ['pointerup', 'pointercancel']) globalThis.addEventListener?.(end, () => (pressed = false), options);

/**
 * Calls at once, or when the pointer that is down has been let go and its click is over. What is shown in between could move
 * the thing that is being pressed, and the click would miss it: leaving a field by pressing a button is such a case.
 */
export function afterPress(callback: () => void): void {
  if (!pressed) {
    callback();
    return;
  }
  const life = new AbortController();
  const end = (): void => {
    life.abort();
    browserClock.after(0, callback);
  };
  for (const name of ['pointerup', 'pointercancel']) globalThis.addEventListener(name, end, { ...options, signal: life.signal });
}
