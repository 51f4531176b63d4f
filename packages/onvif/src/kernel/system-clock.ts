import type { OnvifClock } from './onvif-ports.ts';

/** The clock of the machine. */
export const systemOnvifClock: OnvifClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delay, call) => {
    const timer = setTimeout(call, delay);
    return () => clearTimeout(timer);
  },
};
