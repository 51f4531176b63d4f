import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../kernel/clock.ts';
import type { Frame, FrameSource } from '../sources/frame-source.ts';
import { createMainFeed } from './main-feed.ts';

const clock: Clock = { monotonic: () => 0, wait: () => new Promise((resolve) => setImmediate(resolve)) };

/** A source whose frames the test makes, 10 a second, a key frame each second, from the time on that it is opened for. */
function createHandSource(width: number) {
  const made: Frame[] = [];
  let wake = (): void => undefined;
  let opened = 0;
  const source: FrameSource = {
    video: { kind: 'video', codec: 'avc1.4d401f', width, height: 360, configuration: 'AQ==' },
    audio: null,
    frames: async function* (signal) {
      opened += 1;
      signal.addEventListener('abort', () => wake());
      while (!signal.aborted) {
        const frame = made.shift();
        if (frame) yield frame;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      opened -= 1;
    },
  };
  const make = async (...numbers: number[]): Promise<void> => {
    made.push(...numbers.map((number) => ({ kind: 'video' as const, keyFrame: number % 10 === 0, decodeTime: number / 10, compositionOffset: 0, duration: 0.1, data: new Uint8Array(10) })));
    wake();
    for (let turn = 0; turn < 10 + numbers.length * 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { source, make, isOpen: () => opened > 0 };
}

test('goes over to the other source at its key frame, without a picture twice or out of order, and closes the one it left', async () => {
  const [main, low] = [createHandSource(1280), createHandSource(640)];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const feed = createMainFeed({ main: main.source, low: low.source, timeline: { origin: null }, clock, random: () => 0, onProblem: expect.unreachable }, stop.signal);
  const kept = (): string[] => {
    const all: string[] = [];
    for (let entry = feed.kept.from(0); entry; entry = feed.kept.from(entry.number + 1)) all.push(`${entry.tracks.video.width} ${entry.frame.decodeTime}`);
    return all;
  };
  await main.make(0, 1);
  feed.use('low');
  await low.make(0, 1);
  await main.make(2);
  expect(kept()).toEqual(['1280 0', '1280 0.1', '1280 0.2']);
  await low.make(9, 10, 11);
  await main.make(12);
  expect(kept().slice(3)).toEqual(['640 1', '640 1.1']);
  expect([main.isOpen(), low.isOpen()]).toEqual([false, true]);
  feed.use('main');
  feed.use('low');
  await low.make(13);
  await main.make(20);
  expect(kept().slice(5)).toEqual(['640 1.3']);
});
