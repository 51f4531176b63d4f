import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { ClockPort, Unsubscribe } from '@watchpost/sdk-core';

export interface Idle {
  /** The pointer has not moved for a while: the controls hide. */
  readonly idle: ReadonlySignal<boolean>;
  /** Reports user activity and restarts the timer. */
  wake(): void;
  /** Hides the controls immediately, if allowed. */
  rest(): void;
  dispose(): void;
}

/** Milliseconds after the last movement. */
const idleTimeoutMs = 3_000;

/** @param mayRest false while the controls are needed: paused, a menu is open, or the keyboard focus is on them */
export function createIdle(clock: Pick<ClockPort, 'after'>, mayRest: () => boolean): Idle {
  const idle = signal(false);
  let stop: Unsubscribe = () => {};
  const rest = (): void => {
    stop();
    if (mayRest()) idle.value = true;
    else stop = clock.after(idleTimeoutMs, rest);
  };
  const wake = (): void => {
    stop();
    idle.value = false;
    stop = clock.after(idleTimeoutMs, rest);
  };
  return { idle, wake, rest, dispose: () => stop() };
}
