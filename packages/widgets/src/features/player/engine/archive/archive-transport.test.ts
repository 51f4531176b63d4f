// @vitest-environment jsdom
import { WatchpostError, type ArchiveSegment, type ViewerClient } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { describe, expect, test, vi } from 'vitest';
import type { BufferedRange } from '../media/buffered-range.ts';
import { keyFrameFragment } from '../media/fragment-samples.ts';
import type { TransportListener } from '../transport.ts';
import { createArchiveTransport } from './archive-transport.ts';

const begin = Date.UTC(2026, 10, 1);
const dayMs = 86_400_000;
/** Seconds on the media timeline. */
const second = (sinceBegin: number): number => dayMs / 1000 + sinceBegin;

const state = { ranges: [] as BufferedRange[], wantsMore: true, isIdle: true, appended: 0 };
vi.mock('../media/media-buffer.ts', () => ({
  mediaSourceClass: () => ({ isTypeSupported: () => true }),
  createMediaBuffer: ({ originMs, mimeType }: { originMs: number; mimeType: string }) => ({
    originMs,
    mimeType,
    source: {
      get streaming() {
        return state.wantsMore;
      },
      get sourceBuffers() {
        return [{ updating: !state.isIdle }];
      },
    },
    append() {
      state.appended += 1;
    },
    changeType() {},
    ranges: () => state.ranges,
    keep() {},
    clearQueue() {},
    close() {},
  }),
}));

/** Plays segments of 4 s that start at these seconds. @param stuck the start of one whose media never comes, or the list */
async function play(starts: readonly number[], stuck?: number | 'list') {
  state.appended = 0;
  state.ranges = [];
  state.wantsMore = true;
  state.isIdle = false;
  const segments: ArchiveSegment[] = starts.map((start) => ({
    startMs: begin + start * 1000,
    durationMs: 4_000,
    url: `/m/${start}`,
    initUrl: '/i',
    discontinuity: false,
  }));
  const loaded: string[] = [];
  const media = (start: number): ArrayBuffer => {
    const fragments = [0, 1, 2, 3].map((offset) => {
      const time = begin + (start + offset) * 1000;
      return keyFrameFragment(
        { time, decodeTime: time * 90, duration: 0, compositionOffset: 0, keyFrame: true, data: Uint8Array.of(1) },
        90_000,
      );
    });
    return Uint8Array.from(fragments.flatMap((one) => [...one])).buffer;
  };
  const init = Uint8Array.from([0, 0, 0, 16, ...[...'moovavcC'].map((one) => one.charCodeAt(0)), 1, 0x4d, 0x40, 0x1f]);
  const client = {
    player: { live: () => ({ serverNow: () => begin + dayMs }) },
    archive: {
      playlist: async () => {
        loaded.push('list');
        if (stuck === 'list') await new Promise(() => {});
        return { segments };
      },
      snapshotUrl: () => 'https://watchpost.test/a/snapshot.jpg?at=1',
      footage: async () => ({ recordings: [], gaps: [{ from: begin + 8_000, to: begin + 3_600_000, reason: 'offline' }] }),
      async media(url: string) {
        loaded.push(url);
        if (url === `/m/${stuck}`) await new Promise(() => {});
        const moment = Number(/at-(\d+)/.exec(url)?.[1] ?? Number.NaN);
        if (Number.isNaN(moment)) return url === '/i' ? init.buffer : media(Number(url.slice(3)));
        const found = starts.find((start) => begin + start * 1000 <= moment && moment < begin + (start + 4) * 1000);
        if (found === undefined || found === stuck) throw new WatchpostError('not-found');
        return Uint8Array.from([...init, ...new Uint8Array(media(found))]).buffer;
      },
    },
  } as unknown as ViewerClient;
  const video = document.createElement('video');
  vi.spyOn(video, 'play').mockResolvedValue();
  Object.assign(video, { requestVideoFrameCallback: () => 1, cancelVideoFrameCallback() {} });
  const at = { time: 0, seeking: false, seeks: [] as number[] };
  Object.defineProperties(video, {
    currentTime: {
      get: () => at.time,
      set(time: number) {
        at.time = time;
        at.seeks.push(time);
      },
    },
    readyState: { value: 4 },
    seeking: { get: () => at.seeking },
  });
  const events: string[] = [];
  const listener = new Proxy(
    { onEvent: ({ type }: { type: string }) => void events.push(type) },
    { get: (own, name) => (name === 'onEvent' ? own.onEvent : () => {}) },
  ) as unknown as TransportListener;
  const clock = createFakeClock();
  const wants = { quality: 'high', frames: 'all', audio: false } as const;
  const canvas = document.createElement('canvas');
  const transport = createArchiveTransport({ client, cameraId: 'c1', video, canvas, clock, listener, wants }, begin);
  transport.start();
  const pass = async (milliseconds: number): Promise<void> => {
    await clock.advance(milliseconds);
    await clock.settle();
  };
  await clock.settle();
  return { at, events, loaded, transport, pass };
}

test('what the browser evicts in front of the picture is loaded again; a gap in the recording is stepped over', async () => {
  const { at, loaded, pass, transport } = await play([0, 4, 8, 12, 16, 40, 44]);
  state.ranges = [{ start: second(0), end: second(20) }];
  state.isIdle = true;
  for (let step = 0; step < 10; step += 1) await pass(150);
  loaded.length = 0;
  // The browser has taken 6 to 12 s away.
  state.ranges = [
    { start: second(0), end: second(6) },
    { start: second(12), end: second(20) },
  ];
  at.time = second(6);
  await pass(150);
  expect(loaded[0]).toBe('/m/4');
  expect(at.time).toBeCloseTo(second(6), 2);
  state.ranges = [
    { start: second(4), end: second(20) },
    { start: second(40), end: second(48) },
  ];
  at.time = second(20);
  for (let step = 0; step < 10; step += 1) await pass(150);
  expect(at.time).toBeCloseTo(second(40), 2);
  transport.stop();
});

test('what the browser evicts from the end of all that is loaded is loaded again when the picture gets there, although it wants no more', async () => {
  const { at, loaded, pass, transport } = await play([0, 4, 8, 12, 16]);
  state.ranges = [{ start: second(0), end: second(20) }];
  state.isIdle = true;
  for (let step = 0; step < 10; step += 1) await pass(150);
  loaded.length = 0;
  // As an iPhone does that needs the memory.
  state.ranges = [{ start: second(0), end: second(6) }];
  state.wantsMore = false;
  at.time = second(5);
  await pass(150);
  expect(loaded).toEqual([]);
  at.time = second(6);
  await pass(150);
  expect(loaded[0]).toBe('/m/4');
  expect(at.time).toBeCloseTo(second(6), 2);
  transport.stop();
});

test('frames that the browser refuses, as WebKitGTK after a long one, are not loaded again and again: playback goes on behind the hole', async () => {
  const { at, loaded, pass, transport } = await play([0, 4, 8, 12, 16]);
  const holes = [
    { start: second(0), end: second(5.4) },
    { start: second(8), end: second(20) },
  ];
  // Not a verdict yet: the media is still being read.
  state.ranges = [{ start: second(0), end: second(4) }];
  await pass(450);
  state.ranges = holes;
  state.isIdle = true;
  await pass(450);
  loaded.length = 0;
  at.time = second(5.38);
  await pass(150);
  expect([at.time - second(8) < 0.01, loaded]).toEqual([true, []]);
  transport.step?.(-1);
  // The frame before is the last one that was taken.
  expect(at.time).toBeCloseTo(second(5.02), 2);
  transport.stop();
});

test('frames that the browser has not processed yet are waited for, not loaded again each time', async () => {
  const { at, loaded, pass, transport } = await play([0, 4, 8, 12, 16]);
  for (let step = 0; step < 6; step += 1) await pass(150);
  loaded.length = 0;
  state.ranges = [
    { start: second(0), end: second(5.4) },
    { start: second(8), end: second(20) },
  ];
  at.time = second(5.38);
  for (let step = 0; step < 6; step += 1) await pass(150);
  expect([at.time, loaded]).toEqual([second(5.38), []]);
  state.isIdle = true;
  await pass(150);
  expect([at.time - second(8) < 0.01, loaded]).toEqual([true, []]);
  transport.stop();
});

test('a moment just before what is loaded: a browser that seeks there for long is led to the first frame', async () => {
  const { at, pass, transport } = await play([0, 4, 8]);
  state.ranges = [{ start: second(0.08), end: second(12) }];
  state.isIdle = true;
  at.seeking = true;
  for (let step = 0; step < 8; step += 1) await pass(150);
  expect(at.time).toBeCloseTo(second(0.001), 3);
  for (let step = 0; step < 4; step += 1) await pass(150);
  expect(at.time).toBeCloseTo(second(0.081), 3);
  transport.stop();
});

test('what is still on its way is waited for, although a later part is loaded', async () => {
  const { at, pass, transport } = await play([0, 4, 8, 40, 44], 4);
  state.ranges = [
    { start: second(0), end: second(4) },
    { start: second(40), end: second(48) },
  ];
  state.isIdle = true;
  at.time = second(3.98);
  for (let step = 0; step < 10; step += 1) await pass(150);
  expect(at.time).toBeCloseTo(second(3.98), 2);
  transport.stop();
});

test('a managed source that has enough is not filled: what is needed next is loaded all the same', async () => {
  const { at, loaded, pass, transport } = await play([0, 4, 8, 12, 16]);
  state.ranges = [{ start: second(0), end: second(4) }];
  state.wantsMore = false;
  loaded.length = 0;
  await pass(1_000);
  expect(loaded).toEqual([]);
  at.time = second(2.5);
  await pass(1_000);
  expect(loaded).toContain('/m/4');
  transport.stop();
});

describe('a jump to a moment whose segments are not known', () => {
  test('needs one request, and does not wait for the list', async () => {
    const { at, loaded, transport, pass } = await play([0, 4, 8], 'list');
    expect(loaded).toEqual(['list', `https://watchpost.test/a/at-${begin}.m4s`]);
    expect([state.appended, at.time]).toEqual([2, expect.closeTo(second(0), 2)]);
    await pass(1_000);
    // What comes next is named by the list.
    expect(loaded).toHaveLength(2);
    transport.stop();
  });

  test('loads nothing twice; where the list is known, names are used, which browsers cache', async () => {
    const { loaded, transport, pass } = await play([0, 4, 8, 12, 60, 64]);
    for (let step = 0; step < 6; step += 1) await pass(150);
    const first = loaded.splice(0);
    expect(first.filter((url) => url === 'list')).toHaveLength(1);
    expect(first.filter((url) => url.startsWith('/m/')).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '/m/12',
      '/m/4',
      '/m/60',
      '/m/64',
      '/m/8',
    ]);
    transport.seek?.(begin + 62_000);
    await pass(0);
    expect(loaded).toEqual(['/m/60']);
    transport.stop();
  });

  test('in a gap waits there, as the list says', async () => {
    const { events, loaded, transport, pass } = await play([0, 4, 3600]);
    await pass(150);
    loaded.length = 0;
    transport.seek?.(begin + 1_800_000);
    await pass(0);
    expect(loaded).toContain(`https://watchpost.test/a/at-${begin + 1_800_000}.m4s`);
    expect(events).toContain('in-gap');
    transport.stop();
  });

  test('makes the browser leave the old moment at once, and only once', async () => {
    const { at, transport, pass } = await play([0, 4, 3600, 3604]);
    at.seeks.length = 0;
    transport.seek?.(begin + 3_601_500);
    expect(at.seeks).toEqual([second(3601.5) + 0.001]);
    at.seeking = true;
    await pass(0);
    expect(state.appended).toBeGreaterThan(2);
    expect(at.seeks).toHaveLength(1);
    // A browser that has found its picture already, of frames that are being replaced, seeks again.
    at.seeking = false;
    transport.seek?.(begin + 3_605_500);
    await pass(0);
    expect(at.seeks).toHaveLength(3);
    transport.stop();
  });
});
