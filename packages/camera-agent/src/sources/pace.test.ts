import type { Clock } from '@watchpost/contract/timing/clock';
import { expect, test } from 'vitest';
import { hastyClock } from '../testing/hasty-clock.ts';
import type { Frame, FrameSource } from './frame-source.ts';
import { pace, timeOn, type Timeline } from './pace.ts';

const frameTime = 0.04;

/** Frames that arrive at these times, ms; each is one frame later by the camera's own clock. */
async function handedOut(timeline: Timeline, arrivals: readonly number[]): Promise<number[]> {
  let now = 0;
  const clock: Clock = { ...hastyClock, monotonic: () => now };
  const source: FrameSource = {
    video: { kind: 'video', codec: 'avc1.4d401f', width: 640, height: 360, configuration: '' },
    audio: null,
    isLive: true,
    frames: async function* () {
      for (const [index, arrival] of arrivals.entries()) {
        now = arrival;
        yield {
          kind: 'video',
          keyFrame: index === 0,
          decodeTime: 7 + index * frameTime,
          compositionOffset: 0,
          duration: frameTime,
          data: new Uint8Array(1),
        };
      }
    },
  };
  const times: number[] = [];
  await pace(
    source,
    timeline,
    clock,
    new AbortController().signal,
    ({ decodeTime }: Frame) => void times.push(Math.round(decodeTime * 1000)),
  );
  return times;
}
const range = (from: number, count: number, every: number): number[] => Array.from({ length: count }, (_, index) => from + index * every);

test('the first live frame is now; after that the camera’s clock counts, whatever the network jitter', async () => {
  expect(await handedOut({ origin: 0 }, [1000, 1030, 1090, 1120])).toEqual([1000, 1040, 1080, 1120]);
});

test('frames buffered during opening do not move into the future, and another view starts after them', async () => {
  const timeline: Timeline = { origin: 0 };
  const times = await handedOut(timeline, [...Array<number>(40).fill(1000), ...range(1040, 100, 40)]);
  expect(times.every((time, index) => index === 0 || time === (times[index - 1] ?? 0) + 40)).toBe(true);
  const newest = times.at(-1) ?? 0;
  expect(newest / 1000 - timeOn(timeline, { ...hastyClock, monotonic: () => 5000 })).toBeLessThanOrEqual(0.5);
  // The previous view continues meanwhile: its next frame is no later than the first one of the new view.
  const [first = 0] = await handedOut(timeline, [5000]);
  expect(first).toBeGreaterThanOrEqual(newest + 40);
});

test('another view of the camera starts after the previous one, without drifting further from now each time', async () => {
  const timeline: Timeline = { origin: 0 };
  let newest = 0;
  for (let view = 0; view < 20; view += 1) {
    const begin = 10_000 * (view + 1);
    const times = await handedOut(timeline, [...Array<number>(13).fill(begin), ...range(begin + 40, 100, 40)]);
    expect(times[0]).toBeGreaterThan(newest);
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
    newest = times.at(-1) ?? 0;
    expect(newest - (begin + 4000)).toBeLessThanOrEqual(550);
  }
});
