import type { Clock } from '@watchpost/contract/timing/clock';

/** Stands still and never waits, so that hours pass in milliseconds; yields so that sockets get their turn. */
export const hastyClock: Clock = {
  now: () => 0,
  monotonic: () => 0,
  after: (_, callback) => {
    const timer = setImmediate(callback);
    return () => clearImmediate(timer);
  },
};
