// @vitest-environment jsdom
import { readTracks, requireBox, writeAudioSampleEntry, writeFileType, writeFragmentedMovie, writeVideoSampleEntry } from '@watchpost/mp4';
import type { ArchiveSegment, ViewerClient } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keyFrameFragment, readFragments } from '../media/fragment-samples.ts';
import type { TransportListener } from '../transport.ts';
import { archiveFormatOf } from './archive-format.ts';
import { prepareSegment } from './archive-frames.ts';
import { createArchiveTransport } from './archive-transport.ts';

const begin = Date.UTC(2026, 10, 1);
const configurations = {
  avc1: Uint8Array.of(1, 0x4d, 0x40, 0x1f, 0xff, 0xe0, 0),
  hvc1: Uint8Array.from([1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0, 0]),
};
function initOf(type: 'avc1' | 'hvc1', sound?: 'mp4a' | 'Opus'): Uint8Array<ArrayBuffer> {
  const picture = writeVideoSampleEntry({ type, width: 640, height: 360, configuration: configurations[type] });
  const tracks = [{ kind: 'video', timescale: 90_000, width: 640, height: 360, sampleEntries: [picture] } as const];
  const heard = sound && writeAudioSampleEntry({ type: sound, channels: 1, sampleRate: 48_000, configuration: new Uint8Array(11) });
  const all = heard ? [...tracks, { kind: 'audio', timescale: 48_000, width: 0, height: 0, sampleEntries: [heard] } as const] : tracks;
  return new Uint8Array([...writeFileType('iso5', ['iso5']), ...writeFragmentedMovie(all, null)]);
}
const kindsOf = (init: Uint8Array<ArrayBuffer>): string[] =>
  readTracks(init, requireBox(init, { content: 0, end: init.byteLength }, 'moov')).map(({ kind }) => kind);

/** What the browser of the test does not play. */
let lacks: RegExp | null = null;
const buffers: { readonly mimeType: string; readonly appended: Uint8Array[]; isClosed: boolean }[] = [];
vi.mock('../media/media-buffer.ts', () => ({
  mediaSourceClass: () => ({ isTypeSupported: (type: string) => lacks === null || !lacks.test(type) }),
  createMediaBuffer: ({ originMs, mimeType }: { originMs: number; mimeType: string }) => {
    const own = { mimeType, appended: [] as Uint8Array[], isClosed: false };
    buffers.push(own);
    return {
      originMs,
      mimeType,
      source: { sourceBuffers: [{ updating: false }] },
      append: (data: Uint8Array) => void own.appended.push(data),
      changeType() {},
      ranges: () => own.appended.slice(1).map((_, index) => ({ start: 86_400 + index * 4, end: 86_404 + index * 4 })),
      keep() {},
      clearQueue() {},
      close: () => void (own.isClosed = true),
    };
  },
}));
beforeEach(() => {
  lacks = null;
  buffers.length = 0;
  localStorage.clear();
});

describe('what a browser plays of a recording', () => {
  test.each([
    ['H.264 and AAC', initOf('avc1', 'mp4a'), null, [true, 'avc1.4d401f,mp4a.40.2', true]],
    ['H.264 and Opus', initOf('avc1', 'Opus'), null, [true, 'avc1.4d401f,opus', true]],
    // The picture depends on nothing but the picture.
    ['H.264 and Opus, without Opus', initOf('avc1', 'Opus'), /opus/, [true, 'avc1.4d401f', false]],
    ['H.265', initOf('hvc1'), null, [true, 'hvc1.1.6.L93.90', false]],
    ['H.265 and AAC, without H.265', initOf('hvc1', 'mp4a'), /hvc1/, [false, 'hvc1.1.6.L93.90', false]],
  ] as const)('%s', (_, init, lacking, expected) => {
    lacks = lacking;
    const { isPlayable, mimeType, hasSound, init: played } = archiveFormatOf(init);
    expect([isPlayable, /"(.*)"/.exec(mimeType)?.[1], hasSound]).toEqual(expected);
    expect(kindsOf(played)).toEqual(hasSound ? ['video', 'audio'] : ['video']);
    expect(played.byteLength).toBe(init.byteLength);
  });

  test('H.265 that it has failed to decode before is not tried again', () => {
    localStorage.setItem('watchpost.hevc', navigator.userAgent);
    expect(archiveFormatOf(initOf('hvc1')).isPlayable).toBe(false);
    expect(archiveFormatOf(initOf('avc1')).isPlayable).toBe(true);
  });

  test('sound that is left out is left out of the segments, too', () => {
    const picture = frameAt(begin);
    const sound = frameAt(begin);
    new DataView(sound.buffer).setUint32(44, 2);
    const { parts } = prepareSegment(new Uint8Array([...picture, ...sound]), false, begin + 4000, false);
    expect(parts.flatMap((part) => readFragments(new Uint8Array(part))).map(({ isVideo }) => isVideo)).toEqual([true]);
  });
});

function frameAt(time: number): Uint8Array<ArrayBuffer> {
  const sample = { time, decodeTime: time * 90, duration: 0, compositionOffset: 0, keyFrame: true, data: Uint8Array.of(1) };
  return keyFrameFragment(sample, 4 * 90_000);
}

/** Plays segments of 4 s with these init sections. */
async function play(inits: readonly Uint8Array<ArrayBuffer>[]) {
  const segments = inits.map((_, index): ArchiveSegment => ({
    startMs: begin + index * 4000,
    durationMs: 4000,
    url: `/m/${index}`,
    initUrl: `/i/${index}`,
    discontinuity: false,
  }));
  const client = {
    player: { live: () => ({ serverNow: () => begin + 86_400_000 }) },
    archive: {
      playlist: async () => ({ segments }),
      footage: async () => ({ recordings: [], gaps: [] }),
      snapshotUrl: () => 'https://watchpost.test/a/snapshot.jpg',
      media: async (url: string) => {
        const [, kind, index] = /^\/(\w)\/(\d+)$/.exec(url) ?? [];
        if (kind === undefined) throw new TypeError('unnamed');
        return (kind === 'i' ? inits[Number(index)] : frameAt(begin + Number(index) * 4000))?.buffer;
      },
    },
  } as unknown as ViewerClient;
  const video = document.createElement('video');
  vi.spyOn(video, 'play').mockResolvedValue();
  Object.assign(video, { requestVideoFrameCallback: () => 1, cancelVideoFrameCallback() {} });
  const at = { time: 0 };
  Object.defineProperties(video, {
    currentTime: {
      get: () => at.time,
      set(time: number) {
        at.time = time;
      },
    },
    readyState: { value: 4 },
    seeking: { value: false },
  });
  const failures: unknown[] = [];
  const heard: boolean[] = [];
  const listener = new Proxy(
    {
      // As the player does.
      onFail: (code: string, isFinal: boolean) => {
        failures.push([code, isFinal]);
        transport.stop();
      },
      onAudio: (has: boolean) => void heard.push(has),
    },
    { get: (own, name): unknown => Reflect.get(own, name) ?? (() => {}) },
  ) as unknown as TransportListener;
  const clock = createFakeClock();
  const wants = { quality: 'high', frames: 'all', audio: true } as const;
  const canvas = document.createElement('canvas');
  const transport = createArchiveTransport({ client, cameraId: 'c1', video, canvas, clock, listener, wants }, begin);
  transport.start();
  const pass = async (milliseconds: number): Promise<void> => {
    await clock.advance(milliseconds);
    await clock.settle();
  };
  await pass(1000);
  return { at, failures, heard, pass, transport };
}

test('a recording with Opus has sound', async () => {
  const { heard, transport } = await play([initOf('avc1', 'Opus')]);
  expect(heard).toEqual([true]);
  transport.stop();
});

test('a recording of H.265 in a browser without: says so once, and loads nothing more', async () => {
  lacks = /hvc1/;
  const { failures, transport } = await play([initOf('hvc1')]);
  expect([failures, buffers]).toEqual([[['codec-unsupported-here', true]], []]);
  transport.stop();
});

test('a camera that was switched to H.265: what comes before is played to its end, then the format is named', async () => {
  lacks = /hvc1/;
  const { at, failures, pass, transport } = await play([initOf('avc1'), initOf('hvc1')]);
  expect(failures).toEqual([]);
  at.time = 86_403.99;
  for (let step = 0; step < 4; step += 1) await pass(150);
  expect(failures).toEqual([['codec-unsupported-here', true]]);
  expect(buffers.map(({ mimeType }) => mimeType)).toEqual(['video/mp4; codecs="avc1.4d401f"']);
  transport.stop();
});
