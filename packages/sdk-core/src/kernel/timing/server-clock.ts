import type { ClockPort } from '../ports.ts';

/** The server's clock, learned from its answers. It runs on the monotonic clock, so that setting this machine's clock has no effect. */
export interface ServerClock {
  /** Unix milliseconds; by this machine's own clock until the server has answered. */
  now(): number;
  /**
   * Call it when a request leaves; the returned function accepts the time in its answer.
   * @example const answered = serverClock.ask(); … answered(message.serverTime)
   */
  ask(): (serverTime: number, resolution?: number) => void;
  /** Called when the server has answered for the first time, or its clock has changed. */
  onSet(listener: () => void): void;
}

interface Estimate {
  /** Server time minus monotonic time, milliseconds. */
  readonly offset: number;
  /** Maximum error of the estimate when it was made, milliseconds. */
  readonly error: number;
  readonly madeAt: number;
}

/** Quartz clocks differ by some 50 parts per million. */
const drift = 1e-4;
/** Inherent imprecision of a timestamp and of an arrival, milliseconds. */
const slack = 20;

export function createServerClock(clock: ClockPort): ServerClock {
  let known: Estimate | null = null;
  let onSet = (): void => {};
  return {
    now: () => (known ? clock.monotonic() + known.offset : clock.now()),
    ask() {
      const sentAt = clock.monotonic();
      return (serverTime, resolution = 0) => {
        const madeAt = clock.monotonic();
        const error = (madeAt - sentAt + resolution) / 2;
        // The server read its clock between request and answer: the middle is off by at most half the round trip.
        const middle = serverTime + resolution / 2 - (sentAt + madeAt) / 2;
        const own = clock.now() - madeAt;
        // Whole seconds are less precise than this machine's clock if the two agree.
        const offset = resolution && Math.abs(own - middle) <= error ? own : middle;
        const grown = known ? known.error + (madeAt - known.madeAt) * drift : Number.POSITIVE_INFINITY;
        // Two correct answers never differ more: a clock was set, or the machine slept.
        const isSet = !known || Math.abs(middle - known.offset) > error + grown + slack;
        if (isSet || error < grown) known = { offset, error, madeAt };
        if (isSet) onSet();
      };
    },
    onSet: (listener) => void (onSet = listener),
  };
}
