import { expect, test } from 'vitest';
import { createSteppingClock } from '../testing/stepping-clock.ts';
import { watchSilence, watchUplink } from './link-watch.ts';

test('the uplink’s delay is that of the last echo, or of the pending one once that takes longer', async () => {
  const { clock, advance } = createSteppingClock();
  const stop = new AbortController();
  const seen: number[] = [];
  let echo: () => void = () => undefined;
  const roundTrip = (): Promise<number> => {
    const from = clock.monotonic();
    return new Promise((resolve) => (echo = () => resolve(clock.monotonic() - from)));
  };
  void watchUplink({ clock, roundTrip, onDelay: (delay) => seen.push(delay) }, stop.signal);
  await advance(3500);
  echo();
  await advance(1500);
  // A new ping has just left: that proves nothing yet.
  await advance(2000);
  expect(seen).toEqual([1000, 2000, 3000, 3500, 3500, 3500, 3500]);
  echo();
  await advance(1000);
  expect(seen.at(-1)).toBe(3000);
  echo();
  await advance(2000);
  expect(seen.at(-1)).toBeLessThanOrEqual(1000);
  stop.abort();
});

test('a silent server is suspect after one missed ping and dead after three; each message resets the count', async () => {
  const { clock, advance } = createSteppingClock();
  let ended = 0;
  const silence = watchSilence(clock, new AbortController().signal, () => (ended += 1));
  silence.setPingInterval(2);
  await advance(2400);
  expect(silence.isPingOverdue()).toBe(false);
  await advance(200);
  expect(silence.isPingOverdue()).toBe(true);
  silence.heard();
  expect(silence.isPingOverdue()).toBe(false);
  await advance(6000);
  expect(ended).toBe(0);
  await advance(1000);
  expect(ended).toBe(1);
});
