import { expect, test } from 'vitest';
import { createSteppingClock } from '../testing/stepping-clock.ts';
import { watchSilence, watchUplink } from './link-watch.ts';

test('the delay of the uplink is that of the last echo, or longer when the next one is longer under way', async () => {
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
  // A new one has just left: that says nothing yet.
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

test('a server that is not heard is odd after one missed word, dead after three; each word begins anew', async () => {
  const { clock, advance } = createSteppingClock();
  let ended = 0;
  const silence = watchSilence(clock, new AbortController().signal, () => (ended += 1));
  silence.setRhythm(2);
  await advance(2400);
  expect(silence.isOdd()).toBe(false);
  await advance(200);
  expect(silence.isOdd()).toBe(true);
  silence.heard();
  expect(silence.isOdd()).toBe(false);
  await advance(6000);
  expect(ended).toBe(0);
  await advance(1000);
  expect(ended).toBe(1);
});
