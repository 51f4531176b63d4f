import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { jpegSize } from '@watchpost/onvif';
import { expect, onTestFinished, test } from 'vitest';
import type { CommandContext } from '../control/command-handler.ts';
import type { KeyPicture, MainFeed, MainTap } from '../link/main-feed.ts';
import { openFileSource } from '../sources/file-source.ts';
import { createSteppingClock } from '../testing/stepping-clock.ts';
import { createSnapshotHandlers } from './snapshot-handlers.ts';
import { toJpeg } from './snapshot-jpeg.ts';

const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
const unaborted = new AbortController().signal;
const uploadId = 'place-'.repeat(6);

/** The first picture of a file, as if it had just arrived. */
async function firstPicture(file: string): Promise<KeyPicture> {
  const tracks = await openFileSource(join(import.meta.dirname, '../../assets', file));
  const stop = new AbortController();
  for await (const frame of tracks.frames(stop.signal)) {
    stop.abort();
    return { tracks, frame, at: 0 };
  }
  throw new Error(`${file} is empty.`);
}

test('encodes a key frame as a full-size JPEG; fails without FFmpeg, for garbage and after an abort', async () => {
  const [large, small] = await Promise.all([firstPicture('street.mp4'), firstPicture('street-low.mp4')]);
  for (const picture of [large, small]) {
    const { width, height } = picture.tracks.video;
    expect(jpegSize(await toJpeg(ffmpeg, picture, unaborted))).toEqual({ width, height });
  }
  await expect(toJpeg('/nowhere/ffmpeg', large, unaborted)).rejects.toMatchObject({
    code: 'camera-unsupported',
    message: expect.stringContaining("can't be started"),
  });
  for (const data of [new Uint8Array(), new Uint8Array(500).fill(7)])
    await expect(toJpeg(ffmpeg, { tracks: large.tracks, frame: { ...large.frame, data } }, unaborted)).rejects.toMatchObject({
      code: 'camera-failed',
    });
  await expect(toJpeg(ffmpeg, large, AbortSignal.abort())).rejects.toThrow(/abort/i);
});

/** A server that accepts uploads, and a camera that receives a snapshot request. */
async function setUp({ status = 204, known = null }: { readonly status?: number; readonly known?: KeyPicture | null } = {}) {
  const brought: { readonly url: string | undefined; readonly token: string | undefined; readonly body: Buffer }[] = [];
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        brought.push({ url: request.url, token: request.headers.authorization, body });
        response.writeHead(status).end();
      },
      () => response.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const timed = createSteppingClock();
  let newestKey = known;
  const taps = new Set<MainTap>();
  const feed: Pick<MainFeed, 'tap' | 'newestKey'> = {
    get newestKey() {
      return newestKey;
    },
    tap: (onFrame) => {
      taps.add(onFrame);
      return () => taps.delete(onFrame);
    },
  };
  const show = (picture: KeyPicture): void => {
    newestKey = picture.frame.keyFrame ? { ...picture, at: timed.clock.monotonic() } : newestKey;
    for (const tap of taps) tap(picture.tracks, picture.frame);
  };
  const [handler] = createSnapshotHandlers({
    feed: Promise.resolve(feed),
    ffmpeg,
    clock: timed.clock,
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    agentToken: 'agent-token-of-this-camera',
  });
  const context: CommandContext = { signal: unaborted, progress: () => undefined };
  const take = async (): Promise<unknown> => handler?.handle({ uploadId }, context);
  return { brought, timed, taps, show, take };
}

test('uploads the newest picture to the requested place, with its age', async () => {
  const street = await firstPicture('street.mp4');
  const { brought, timed, taps, take } = await setUp({ known: street });
  await timed.advance(7000);
  expect(await take()).toEqual({ age: 7000 });
  expect(brought).toMatchObject([{ url: `/public/api/v3/agent/uploads/${uploadId}`, token: 'Bearer agent-token-of-this-camera' }]);
  expect(jpegSize(brought[0]?.body ?? Buffer.alloc(0))).toEqual({ width: 1280, height: 720 });
  expect(taps.size).toBe(0);
});

test('opens the main stream until its next key frame when it is not open', async () => {
  const street = await firstPicture('street.mp4');
  const { brought, timed, taps, show, take } = await setUp({ known: street });
  await timed.advance(10_001);
  const taking = take();
  await expect.poll(() => taps.size).toBe(1);
  show({ ...street, frame: { ...street.frame, keyFrame: false } });
  expect(taps.size).toBe(1);
  show(street);
  expect(await taking).toEqual({ age: 0 });
  expect([brought.length, taps.size]).toEqual([1, 0]);
});

test('uses an older picture of a camera with rare key frames; fails for one that sends none', async () => {
  const rare = await setUp({ known: await firstPicture('street-low.mp4') });
  await rare.timed.advance(30_000);
  const taking = rare.take();
  await expect.poll(() => rare.taps.size).toBe(1);
  await rare.timed.advance(6000);
  expect(await taking).toEqual({ age: 36_000 });
  const dead = await setUp();
  const failure = dead.take().catch((error: unknown) => error);
  await expect.poll(() => dead.taps.size).toBe(1);
  await dead.timed.advance(6000);
  expect(await failure).toMatchObject({ code: 'camera-failed' });
  expect([dead.taps.size, dead.brought.length]).toEqual([0, 0]);
});

test('reports a failure when the server refuses the snapshot', async () => {
  const { take } = await setUp({ status: 404, known: await firstPicture('street-low.mp4') });
  await expect(take()).rejects.toMatchObject({ code: 'camera-failed', message: expect.stringContaining('404') });
});
