import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';

/** Creates a clock that advances only when the test says so, and lets the consequences of each timer happen before the next. */
export function createSteppingClock(): { readonly clock: SettlingClock } & Pick<SettlingClock, 'advance'> {
  const clock = createSettlingClock({ settle: () => new Promise((resolve) => setImmediate(resolve)) });
  return { clock, advance: clock.advance };
}
