import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { ClockPort, Unsubscribe } from '@watchpost/sdk-core';

export interface Idle {
  /** Nobody has moved for a while: the controls step back. */
  readonly idle: ReadonlySignal<boolean>;
  /** Somebody is there; the count begins anew. */
  wake(): void;
  /** Steps back at once, when that is allowed. */
  rest(): void;
  dispose(): void;
}

/** Milliseconds after the last movement. */
export const idleAfter = 3_000;

/** @param mayRest false while the controls are needed: paused, a menu is open, the keyboard is on them */
export function createIdle(clock: Pick<ClockPort, 'after'>, mayRest: () => boolean): Idle {
  const idle = signal(false);
  let stop: Unsubscribe = () => {};
  const rest = (): void => {
    stop();
    if (mayRest()) idle.value = true;
    else stop = clock.after(idleAfter, rest);
  };
  const wake = (): void => {
    stop();
    idle.value = false;
    stop = clock.after(idleAfter, rest);
  };
  return { idle, wake, rest, dispose: () => stop() };
}
