import type { Clock } from '../kernel/clock.ts';

/** How often the server is heard until it has said so, s. */
const rhythmAtFirst = 10;
/** So many missed in a row mean that the connection is dead. */
const missedPings = 3;
/** One may be late by so much, ms. */
const pingTolerance = 500;
/** How often it is looked whether the uplink keeps up, ms. */
const lookInterval = 1000;

export interface UplinkWatch {
  readonly clock: Clock;
  readonly roundTrip: () => Promise<number>;
  /** @param delay of what is sent now, ms, as far as it is known */
  readonly onDelay: (delay: number) => void;
}

/** Measures once a second how long the way to the server takes, what waits on it included. */
export async function watchUplink({ clock, roundTrip, onDelay }: UplinkWatch, signal: AbortSignal): Promise<void> {
  let from = clock.monotonic();
  let isUnderWay = false;
  let last = 0;
  const measure = (): void => {
    from = clock.monotonic();
    isUnderWay = true;
    void roundTrip().then((delay) => {
      last = delay;
      isUnderWay = false;
    });
  };
  while (!signal.aborted) {
    if (!isUnderWay) measure();
    await clock.wait(lookInterval, signal);
    if (signal.aborted) return;
    // The last one counts until the next one is back: that is not fast only because it has just left.
    onDelay(Math.max(last, isUnderWay ? clock.monotonic() - from : 0));
  }
}

export interface Silence {
  heard(): void;
  /** How often the server is heard at least. @param seconds */
  setRhythm(seconds: number): void;
  /** The server should have been heard by now. */
  isOdd(): boolean;
}

/** Calls `onSilence` when nothing has been heard for too long. */
export function watchSilence(clock: Clock, signal: AbortSignal, onSilence: () => void): Silence {
  let heardAt = clock.monotonic();
  let rhythm = rhythmAtFirst * 1000;
  const length = (): number => clock.monotonic() - heardAt;
  void (async () => {
    while (!signal.aborted) {
      await clock.wait(lookInterval, signal);
      if (!signal.aborted && length() > rhythm * missedPings) return onSilence();
    }
  })();
  return {
    heard: () => {
      heardAt = clock.monotonic();
    },
    setRhythm: (seconds) => {
      rhythm = seconds * 1000;
    },
    isOdd: () => length() > rhythm + pingTolerance,
  };
}
