import { maxSdCardPieceBytes } from '@watchpost/contract/schemas/sd-card';
import { buffer } from 'node:stream/consumers';
import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import { createCameraUploads } from '../cameras/index.ts';
import { createSdCardVideos } from './sd-card-video.ts';

const nothing = async (): Promise<void> => undefined;

interface PieceRequest {
  readonly start: number;
  readonly end: number;
  readonly uploadId: string;
  readonly withAudio: boolean;
}

/** Sets up a camera with one recording; `bring` handles the request for a piece. */
function setUp(
  file: Buffer,
  bring?: (request: PieceRequest, take: (piece: Buffer, from?: string) => Promise<void>, signal: AbortSignal) => Promise<void>,
) {
  const clock = createManualClock();
  const uploads = createCameraUploads();
  const requests: PieceRequest[] = [];
  const control: CameraControl = {
    send: async (cameraId, command, parameters, { signal = new AbortController().signal } = {}) => {
      if (command.name === 'sd-card.open') return command.result.parse({ size: file.length, etag: '"17-1"' });
      const piece = parameters as PieceRequest;
      requests.push(piece);
      const take = (bytes: Buffer, from = cameraId): Promise<void> => uploads.take(from, piece.uploadId, chunksOf(bytes));
      await Promise.race([
        bring ? bring(piece, take, signal) : take(file.subarray(piece.start, piece.end + 1)),
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
      return command.result.parse({});
    },
    report: () => null,
  };
  const videos = createSdCardVideos({ control, uploads, clock });
  const open = (withAudio = true, check = nothing) => videos.open('c', { videoId: '17', withAudio }, check);
  return { clock, uploads, requests, open };
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
}

/** Longer than one piece. */
const file = Buffer.alloc(2_500_000, 'a picture, and then the next; ');

test('any range returns exactly its bytes, in pieces of limited size', async () => {
  const { open, requests } = setUp(file);
  const video = await open();
  expect([video.size, video.etag, (await open(false)).etag]).toEqual([file.length, '"17-1"', '"17-1-silent"']);
  await fc.assert(
    fc.asyncProperty(fc.nat(file.length - 1), fc.nat(file.length - 1), async (a, b) => {
      const range = { start: Math.min(a, b), end: Math.max(a, b) };
      expect((await buffer(video.read(range))).equals(file.subarray(range.start, range.end + 1))).toBe(true);
    }),
    { numRuns: 20 },
  );
  expect((await buffer(video.read())).equals(file)).toBe(true);
  expect(requests.every(({ start, end }) => end - start < maxSdCardPieceBytes)).toBe(true);
  expect(new Set(requests.map(({ uploadId }) => uploadId)).size).toBe(requests.length);
});

test('a piece is requested when the previous one has been read, and none after the viewer has left', async () => {
  const aborted: boolean[] = [];
  const { open, requests, uploads } = setUp(file, async ({ start, end }, take, signal) => {
    signal.addEventListener('abort', () => aborted.push(true));
    await take(file.subarray(start, end + 1));
  });
  for await (const chunk of (await open()).read()) {
    expect(chunk.byteLength).toBe(60_000);
    break;
  }
  expect(requests).toHaveLength(1);
  await expect(uploads.take('c', requests[0]?.uploadId ?? '', chunksOf(file.subarray(0, 10)))).rejects.toMatchObject({ code: 'not-found' });
});

test('a camera’s error is passed on to the viewer; a camera that uploads nothing times out', async () => {
  const gone = setUp(file, async () => Promise.reject(new AppError('sd-card-video-gone')));
  await expect(buffer((await gone.open()).read())).rejects.toMatchObject({ code: 'sd-card-video-gone' });
  const empty = setUp(file, nothing);
  await expect(buffer((await empty.open()).read())).rejects.toMatchObject({ code: 'camera-failed' });
  const slow = setUp(file, () => new Promise(() => undefined));
  const failure = buffer((await slow.open()).read()).catch((error: unknown) => error);
  await new Promise((resolve) => setImmediate(resolve));
  slow.clock.advance(50_000);
  expect(await failure).toMatchObject({ code: 'camera-silent' });
});

test('an upload accepts one piece, from its camera, of its length', async () => {
  const wrong: [string, (take: (piece: Buffer, from?: string) => Promise<void>, piece: Buffer) => Promise<void>, string][] = [
    ['another camera', (take, piece) => take(piece, 'd'), 'not-found'],
    ['too short', (take, piece) => take(piece.subarray(1)), 'invalid-request'],
    ['too long', (take, piece) => take(Buffer.concat([piece, Buffer.from('x')])), 'invalid-request'],
    [
      'twice',
      async (take, piece) => {
        await take(piece);
        await take(piece);
      },
      'not-found',
    ],
  ];
  for (const [name, bring, code] of wrong) {
    const problems: unknown[] = [];
    const { open } = setUp(file, async ({ start, end }, take) => {
      await bring(take, file.subarray(start, end + 1)).catch((error: unknown) => problems.push(error));
    });
    const read = await buffer((await open()).read({ start: 0, end: 99 })).then(
      (bytes) => bytes.length,
      () => null,
    );
    expect(problems, name).toMatchObject([{ code }]);
    expect(read, name).toBe(name === 'twice' ? 100 : null);
  }
});

test('access is checked before each piece: losing it ends the download after the current piece', async () => {
  const { open, requests } = setUp(file);
  let isAllowed = true;
  const video = await open(true, async () => {
    if (!isAllowed) throw new AppError('not-found');
  });
  const read = async (): Promise<number> => {
    let bytes = 0;
    for await (const chunk of video.read()) {
      bytes += chunk.byteLength;
      isAllowed = false;
    }
    return bytes;
  };
  await expect(read()).rejects.toMatchObject({ code: 'not-found' });
  expect(requests).toHaveLength(1);
});

test('concurrent readers per camera are limited', async () => {
  const { open } = setUp(file, () => new Promise(() => undefined));
  const readers = await Promise.all(Array.from({ length: 6 }, async () => (await open()).read()));
  const waiting = readers.map((reader) => reader.next().catch(() => undefined));
  await new Promise((resolve) => setImmediate(resolve));
  await expect(open()).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(waiting).toHaveLength(6);
});
