import { wait, type Clock } from '@watchpost/contract/timing/clock';

/** Assumed ping interval until the server announces its own, s. */
const defaultPingIntervalSeconds = 10;
/** This many missed pings in a row mean a dead connection. */
const missedPings = 3;
/** Tolerated delay of a ping, ms. */
const pingToleranceMs = 500;
/** Interval of uplink checks, ms. */
const checkIntervalMs = 1000;

export interface UplinkWatch {
  readonly clock: Clock;
  readonly roundTrip: () => Promise<number>;
  /** @param delay of data sent now, ms, as far as known */
  readonly onDelay: (delay: number) => void;
}

/** Measures the round trip to the server once a second, queued data included. */
export async function watchUplink({ clock, roundTrip, onDelay }: UplinkWatch, signal: AbortSignal): Promise<void> {
  let from = clock.monotonic();
  let isMeasuring = false;
  let last = 0;
  const measure = (): void => {
    from = clock.monotonic();
    isMeasuring = true;
    void roundTrip().then((delay) => {
      last = delay;
      isMeasuring = false;
    });
  };
  while (!signal.aborted) {
    if (!isMeasuring) measure();
    await wait(clock, checkIntervalMs, signal);
    if (signal.aborted) return;
    // The last result counts until the next echo: a ping that has just left does not mean a fast uplink.
    onDelay(Math.max(last, isMeasuring ? clock.monotonic() - from : 0));
  }
}

export interface Silence {
  heard(): void;
  /** Sets the server's ping interval. @param seconds the longest pause between pings */
  setPingInterval(seconds: number): void;
  /** Whether the server's ping is overdue. */
  isPingOverdue(): boolean;
}

/** Calls `onSilence` when nothing has arrived for too long. */
export function watchSilence(clock: Clock, signal: AbortSignal, onSilence: () => void): Silence {
  let heardAt = clock.monotonic();
  let pingIntervalMs = defaultPingIntervalSeconds * 1000;
  const silentForMs = (): number => clock.monotonic() - heardAt;
  void (async () => {
    while (!signal.aborted) {
      await wait(clock, checkIntervalMs, signal);
      if (!signal.aborted && silentForMs() > pingIntervalMs * missedPings) return onSilence();
    }
  })();
  return {
    heard: () => {
      heardAt = clock.monotonic();
    },
    setPingInterval: (seconds) => {
      pingIntervalMs = seconds * 1000;
    },
    isPingOverdue: () => silentForMs() > pingIntervalMs + pingToleranceMs,
  };
}
