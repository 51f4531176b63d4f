import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Sample, Tracks } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { initSectionOf } from '../packaging/init-section.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { limited } from './picture-decoder.ts';
import { createSnapshots } from './snapshots.ts';
import { createFfmpegDecoder, findFfmpeg } from './ffmpeg-decoder.ts';
import { createNodeAvDecoder } from './node-av-decoder.ts';

const log = pino({ level: 'silent' });
const tracks: Tracks = {
  video: {
    kind: 'video',
    codec: 'avc1.42c01f',
    width: 640,
    height: 360,
    configuration: new Uint8Array([1, 66, 192, 31, 255, 225, 0, 0, 1, 0, 0]),
  },
  audio: null,
};
const keyFrame = (seconds: number): Sample => ({
  kind: 'video',
  decodeTime: seconds * 90_000,
  compositionOffset: 0,
  duration: 3600,
  keyFrame: true,
  data: new Uint8Array(8),
});

async function setUp(decode: PictureDecoder['decode'] = async () => new Uint8Array([0xff, 0xd8])) {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-previews-'));
  let pictures = 0;
  const decoder: PictureDecoder = { name: 'ffmpeg', decode: (video) => ((pictures += 1), decode(video)) };
  const streams = createStreamRegistry({ clock: systemClock, log });
  const open = () => createSnapshots({ folder, streams, decoder, log });
  const snapshots = await open();
  snapshots.start('c1');
  const { input } = streams.open('c1');
  return { folder, snapshots, input, open, pictures: () => pictures };
}

test('a camera that comes online has a picture; it is renewed only after 20 s and only on request', async () => {
  const { snapshots, input, pictures } = await setUp();
  expect(snapshots.preview('c1')).toBeNull();
  expect(await snapshots.read('c1')).toBeNull();

  input.onTracks(tracks);
  input.onSample(keyFrame(1000));
  expect(snapshots.preview('c1')).toEqual({ takenAt: 1_000_000 });
  expect(await snapshots.read('c1')).toEqual(Buffer.from([0xff, 0xd8]));
  expect(pictures()).toBe(1);

  input.onSample(keyFrame(1010));
  expect(snapshots.preview('c1')).toEqual({ takenAt: 1_000_000 });
  await snapshots.read('c1');
  expect(pictures()).toBe(1);

  input.onSample(keyFrame(1020));
  expect(snapshots.preview('c1')).toEqual({ takenAt: 1_020_000 });
  await Promise.all([snapshots.read('c1'), snapshots.read('c1')]);
  expect(pictures()).toBe(2);
});

test('the newest key frame is decoded on request, and does not replace the preview', async () => {
  const { snapshots, input, pictures } = await setUp();
  expect(await snapshots.readNewest('c1')).toBeNull();
  input.onTracks(tracks);
  input.onSample(keyFrame(1000));
  await snapshots.read('c1');
  input.onSample(keyFrame(1002));
  expect(await snapshots.readNewest('c1')).toEqual({ takenAt: 1_002_000, jpeg: new Uint8Array([0xff, 0xd8]) });
  expect([pictures(), snapshots.preview('c1')]).toEqual([2, { takenAt: 1_000_000 }]);
  expect(await snapshots.readNewest('c2')).toBeNull();
});

test('the last picture of an offline camera survives a restart of the server', async () => {
  const { snapshots, input, open } = await setUp();
  input.onTracks(tracks);
  input.onSample(keyFrame(1000));
  await snapshots.read('c1');
  input.onSample(keyFrame(1500));
  input.onEnd({ code: 'camera-offline', detail: '' });
  await snapshots.read('c1');
  snapshots.close();
  const again = await open();
  expect(again.preview('c1')).toEqual({ takenAt: 1_500_000 });
  expect(await again.read('c1')).not.toBeNull();
});

test('a key frame that cannot be decoded does no harm, and the next one is tried', async () => {
  let isBroken = true;
  const { snapshots, input } = await setUp(async () => {
    if (isBroken) throw new Error('broken');
    return new Uint8Array([1]);
  });
  input.onTracks(tracks);
  input.onSample(keyFrame(1000));
  expect(await snapshots.read('c1')).toBeNull();
  isBroken = false;
  input.onSample(keyFrame(1001));
  expect(await snapshots.read('c1')).toEqual(Buffer.from([1]));
});

test('a removed camera leaves no picture', async () => {
  const { folder, snapshots, input } = await setUp();
  input.onTracks(tracks);
  input.onSample(keyFrame(1000));
  await snapshots.read('c1');
  expect(await readdir(folder)).toEqual(['c1.jpg']);
  expect((await stat(join(folder, 'c1.jpg'))).mode & 0o777).toBe(0o600);
  await snapshots.remove('c1');
  expect(await readdir(folder)).toEqual([]);
  expect(snapshots.preview('c1')).toBeNull();
});

test('at most two are decoded simultaneously', async () => {
  let running = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const decoder = limited({
    name: 'ffmpeg',
    decode: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => release.push(resolve));
      running -= 1;
      return new Uint8Array();
    },
  });
  const all = Promise.all(Array.from({ length: 5 }, () => decoder.decode(new Uint8Array())));
  for (let done = 0; done < 5;) {
    const next = release.shift();
    if (next) {
      next();
      done += 1;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
  expect(most).toBe(2);
});

test('the newest request is served first, and an abandoned one is never decoded', async () => {
  const decoded: number[] = [];
  const release: (() => void)[] = [];
  const decoder = limited({
    name: 'node-av',
    decode: async ([id = 0]) => {
      decoded.push(id);
      await new Promise<void>((resolve) => release.push(resolve));
      return new Uint8Array([id]);
    },
  });
  const given = new AbortController();
  const all = [1, 2, 3, 4, 5, 6].map((id) => decoder.decode(new Uint8Array([id]), id === 5 ? { signal: given.signal } : {}));
  given.abort(new Error('gone'));
  await expect(all[4]).rejects.toThrow('gone');
  await expect(decoder.decode(new Uint8Array([9]), { signal: given.signal })).rejects.toThrow('gone');
  while (decoded.length < 5 || release.length > 0) {
    release.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all.filter((_, index) => index !== 4));
  expect(decoded).toEqual([1, 2, 6, 4, 3]);
});

const ffmpeg = findFfmpeg();
const scene = encodeScene({ size: '640x360', audio: false });

/** Returns the width and height of a JPEG. */
function sizeOf(picture: Buffer): number[] {
  const startOfFrame = picture.indexOf(Buffer.from('ffc0', 'hex'));
  return [picture.readUInt16BE(startOfFrame + 7), picture.readUInt16BE(startOfFrame + 5)];
}

/** Conformance test of both drivers: a real key frame becomes a real JPEG in its own size, or as small as requested. */
async function expectPictures(decoder: PictureDecoder): Promise<void> {
  const [first] = scene?.samples ?? [];
  if (!scene || !first) throw new Error('FFmpeg is needed to make the scene.');
  const video = Buffer.concat([initSectionOf(scene.tracks).bytes, buildFragment([first], 1)]);
  for (const [width, expected] of [
    [undefined, [640, 360]],
    [320, [320, 180]],
    [160, [160, 90]],
    [1000, [640, 360]],
  ] as const) {
    const picture = Buffer.from(await decoder.decode(video, { width }));
    expect(picture.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(sizeOf(picture)).toEqual(expected);
  }
  // Video with non-square pixels is shown with square ones: 352×288 at 16:11 is 512×288.
  for (const hevc of [false, true]) {
    const anamorphic = encodeScene({ seconds: 1, size: '352x288', audio: false, pixelAspect: '16/11', hevc });
    const [keyFrame] = anamorphic?.samples ?? [];
    if (!anamorphic || !keyFrame) throw new Error('FFmpeg is needed to make the scene.');
    const narrow = Buffer.concat([initSectionOf(anamorphic.tracks).bytes, buildFragment([keyFrame], 1)]);
    for (const [width, expected] of [
      [undefined, [512, 288]],
      [320, [320, 180]],
    ] as const)
      expect(sizeOf(Buffer.from(await decoder.decode(narrow, { width })))).toEqual(expected);
  }
  // Browsers show video as it is sent, whatever display orientation it declares; its pictures must match.
  const turned = encodeScene({ seconds: 1, size: '640x360', audio: false, metadata: 'display_orientation=insert:rotate=90' });
  const [upright] = turned?.samples ?? [];
  if (!turned || !upright) throw new Error('FFmpeg is needed to make the scene.');
  expect(
    sizeOf(Buffer.from(await decoder.decode(Buffer.concat([initSectionOf(turned.tracks).bytes, buildFragment([upright], 1)])))),
  ).toEqual([640, 360]);
  // The last picture of a group is another one than its first.
  for (const hevc of [false, true]) {
    const moving = encodeScene({ seconds: 1, size: '320x180', audio: false, hevc });
    if (!moving) throw new Error('FFmpeg is needed to make the scene.');
    const groupOf = (count: number): Uint8Array =>
      Buffer.concat([initSectionOf(moving.tracks).bytes, buildFragment(moving.samples.slice(0, count), 1)]);
    const first = Buffer.from(await decoder.decode(groupOf(8)));
    const last = Buffer.from(await decoder.decode(groupOf(8), { isLast: true }));
    expect(sizeOf(last)).toEqual([320, 180]);
    expect(last.equals(first)).toBe(false);
    expect(Buffer.from(await decoder.decode(groupOf(1), { isLast: true })).equals(first)).toBe(true);
  }
  await expect(decoder.decode(video.subarray(0, 900))).rejects.toThrow();
  // An untrusted JPEG is re-encoded; one that only begins like a JPEG is rejected.
  const whole = await decoder.decode(video);
  for (const [width, expected] of [
    [160, [160, 90]],
    [1000, [640, 360]],
  ] as const)
    expect(sizeOf(Buffer.from(await decoder.decode(whole, { width, isJpeg: true })))).toEqual(expected);
  // Corners are drawn into a picture of the same size.
  const box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
  const [plain, marked] = [await decoder.decode(whole, { isJpeg: true }), await decoder.decode(whole, { isJpeg: true, box })];
  expect(sizeOf(Buffer.from(marked))).toEqual([640, 360]);
  expect(Buffer.from(marked).equals(Buffer.from(plain))).toBe(false);
  for (const wrong of [whole.subarray(0, 100), Buffer.concat([whole.subarray(0, 20), Buffer.alloc(2000, 7)])])
    await expect(decoder.decode(wrong, { isJpeg: true })).rejects.toThrow();
}

test.skipIf(ffmpeg === null)('the system’s FFmpeg makes the picture', async () => {
  await expectPictures(createFfmpegDecoder(ffmpeg ?? ''));
});

test.skipIf(ffmpeg === null)('node-av makes the picture and rejects broken ones, several times in a row', async () => {
  const decoder = await createNodeAvDecoder({ clock: systemClock, log });
  if (!decoder) throw new Error('node-av is an optional dependency, but it belongs to this repository’s install.');
  try {
    await expectPictures(decoder);
    await expectPictures(decoder);
  } finally {
    decoder.close?.();
  }
});
