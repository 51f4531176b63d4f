import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Sample, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import type { GridDecoder } from './grid-decoder.ts';
import { createMotionWatch, type Motion } from './motion-watch.ts';
import { gridCells } from './picture-grid.ts';

const log = pino({ level: 'silent' });
const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01f', width: 640, height: 360, configuration: new Uint8Array([1]) },
  audio: null,
};
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * A picture's first byte selects it: 0 is the empty garden, 1 has a person in the upper left quarter, higher numbers have the
 * person further right.
 */
function setUp() {
  const clock = createManualClock(0);
  const streams = createStreamRegistry({ clock, log });
  const reported: Motion[] = [];
  const decoder: GridDecoder & { decoded: number } = {
    decoded: 0,
    decode: async (_track, data) => {
      decoder.decoded += 1;
      if (data[0] === 255) return null;
      const grid = new Uint8Array(gridCells).fill(100);
      const left = ((data[0] ?? 0) - 1) * 4;
      if (data[0] !== 0) for (let cell = 0; cell < gridCells / 2; cell++) if (cell % 64 >= left && cell % 64 < left + 32) grid[cell] = 200;
      return grid;
    },
    close: () => undefined,
  };
  const levels: number[] = [];
  const motion = createMotionWatch({
    streams,
    decoder,
    clock,
    onMotion: (event) => reported.push(event),
    onLevel: (_cameraId, _at, level) => levels.push(level),
  });
  const { input } = streams.open('c1');
  const see = async (seconds: number, content: number, keyFrame = true, target = input): Promise<void> => {
    clock.advance(target === input ? 2000 : 1000);
    const sample: Sample = {
      kind: 'video',
      decodeTime: seconds * 90_000,
      compositionOffset: 0,
      duration: 3600,
      keyFrame,
      data: new Uint8Array([content]),
    };
    target.onSample(sample);
    await flush();
  };
  motion.watch('c1', { sensitivity: 6, areas: [] });
  input.onTracks(tracks);
  const empty = async (from: number, count = 5): Promise<void> => {
    for (let index = 0; index < count; index++) await see(from + index * 2, 0);
  };
  return { motion, decoder, reported, levels, see, empty, input, streams };
}

const kinds = (reported: readonly Motion[]): [string, number][] => reported.map(({ kind, at }) => [kind, at]);

test('motion begins with its first picture and ends 8 s after the last one', async () => {
  const { reported, see, empty } = setUp();
  await empty(0);
  await see(10, 1);
  expect(kinds(reported)).toEqual([['began', 10_000]]);
  expect(reported[0]?.kind === 'began' && reported[0].picture.byteLength > 0).toBe(true);
  await see(12, 1);
  await see(14, 0);
  await see(18, 0);
  expect(reported).toHaveLength(1);
  await see(21, 0);
  expect(kinds(reported)).toEqual([
    ['began', 10_000],
    ['ended', 12_000],
  ]);
  expect(reported).toMatchObject([{ area: { x: 0, y: 0, width: 0.5, height: 0.5 } }, { beganAt: 10_000 }]);
});

test('motion ends when the camera goes offline, is no longer watched, or the server stops', async () => {
  for (const stop of ['offline', 'forget', 'close'] as const) {
    const { reported, see, empty, input, motion } = setUp();
    await empty(0);
    await see(10, 1);
    if (stop === 'offline') input.onEnd({ code: 'camera-offline', detail: '' });
    else if (stop === 'forget') motion.forget('c1');
    else motion.close();
    expect([stop, kinds(reported)]).toEqual([
      stop,
      [
        ['began', 10_000],
        ['ended', 10_000],
      ],
    ]);
    await see(12, 1);
    expect(reported.length).toBe(2);
  }
});

test('endless motion is reported in parts of five minutes', async () => {
  const { reported, see, empty } = setUp();
  await empty(0);
  // The person walks up and down and pauses in between, because what stays becomes part of the background.
  for (let seconds = 10; seconds < 10 + 700; seconds += 2) await see(seconds, [1, 3, 5, 7, 9, 7, 5, 3, 0, 0, 0][(seconds / 2) % 11] ?? 0);
  const began = reported.filter(({ kind }) => kind === 'began').map(({ at }) => at);
  expect(began.length).toBeGreaterThanOrEqual(2);
  for (const [index, at] of began.entries()) if (index > 0) expect(at - (began[index - 1] ?? 0)).toBeGreaterThan(5 * 60_000);
});

test('the amount of motion is reported with each picture in which something counts', async () => {
  const { levels, see, empty } = setUp();
  await empty(0);
  await see(10, 1);
  await see(12, 3);
  await see(14, 0);
  // The timeline shows no difference above a quarter of the picture.
  expect(levels).toEqual([1, 1]);
});

test('analyses the camera’s own substream; when that falls silent, the main stream again', async () => {
  const { decoder, reported, see, streams, motion } = setUp();
  const ended: string[] = [];
  streams.setSubstreamManager({ hasOwn: () => true, begin: () => true, end: (cameraId) => ended.push(cameraId) });
  await see(0, 0);
  const low = streams.open('c1', 'low').input;
  low.onTracks(tracks);
  for (let second = 2; second < 12; second += 2) await see(second, 0, true, low);
  const before = decoder.decoded;
  await see(12, 1);
  expect([decoder.decoded, reported.length]).toEqual([before, 0]);
  await see(13, 1, true, low);
  expect(kinds(reported)).toEqual([['began', 13_000]]);
  for (let second = 14; second < 30; second += 2) await see(second, 1);
  expect(decoder.decoded).toBeGreaterThan(before + 1);
  expect(ended).toEqual([]);
  motion.forget('c1');
  expect(ended).toEqual(['c1']);
});

test('decodes only key frames, one at a time, and ignores a picture that cannot be decoded', async () => {
  const { reported, decoder, see, empty } = setUp();
  await empty(0);
  expect(decoder.decoded).toBe(5);
  await see(10, 1, false);
  await see(12, 255);
  expect([decoder.decoded, reported.length]).toEqual([6, 0]);
});
