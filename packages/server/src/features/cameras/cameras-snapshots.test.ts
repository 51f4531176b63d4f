import { maxSnapshotBytes } from '@watchpost/contract/schemas/cameras';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createCameraControl, type ControlDriver } from '../../media/control/camera-control.ts';
import { createCameraSnapshots, type CameraSnapshotsDeps } from './cameras-snapshots.ts';
import { createCameraUploads } from './cameras-uploads.ts';

/** 6 by 4, according to its header. */
const jpeg = Buffer.concat([Buffer.from('ffd8ffc0000b080004000601011100', 'hex'), Buffer.alloc(100_000, 1)]);
const newest = { takenAt: 17, jpeg: Buffer.from('of the stream') };

type Take = (bytes: Buffer) => Promise<void>;

/** Sets up a camera that calls `answer` for each request. */
function setUp(
  answer: (take: Take, signal: AbortSignal) => Promise<unknown>,
  over: Partial<CameraSnapshotsDeps> = {},
  commands = ['camera.snapshot'],
) {
  const clock = createManualClock();
  const uploads = createCameraUploads();
  const refusals: unknown[] = [];
  let requestCount = 0;
  const driver: ControlDriver = {
    send: (cameraId, _, parameters, { signal = new AbortController().signal }) => {
      requestCount += 1;
      const { uploadId } = parameters as { readonly uploadId: string };
      const take: Take = (bytes) =>
        uploads.take(cameraId, uploadId, chunksOf(bytes)).catch((error: unknown) => void refusals.push(code(error)));
      return Promise.race([
        answer(take, signal),
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
    },
    report: () => ({ commands, firmwareVersion: null, appVersion: null, battery: null, signal: null }),
  };
  const control = createCameraControl({ driverOf: () => driver });
  const snapshots = createCameraSnapshots({ control, uploads, clock, isOnline: () => true, readNewest: async () => newest, ...over });
  return { clock, refusals, requestCount: () => requestCount, take: (customerId = 'anna') => snapshots.take(customerId, 'yard') };
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
}

const never = (): Promise<never> => new Promise(() => undefined);
const code = (error: unknown): unknown => (error instanceof AppError ? error.code : error);

test('returns the camera’s own picture and its time; concurrent requests share it', async () => {
  let finish = (): void => undefined;
  const { clock, take, requestCount } = setUp(async (bring) => {
    await bring(jpeg);
    await new Promise<void>((resolve) => (finish = resolve));
    return { age: 1500.4 };
  });
  const both = Promise.all([take(), take('boris')]);
  await expect.poll(() => requestCount()).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  finish();
  for (const picture of await both) expect(picture).toEqual({ jpeg, takenAt: clock.now() - 1500 });
  expect([requestCount(), clock.pending]).toEqual([1, 0]);
  const next = take();
  await expect.poll(() => requestCount()).toBe(2);
  await new Promise((resolve) => setImmediate(resolve));
  finish();
  await next;
});

test.each<[string, (take: Take) => Promise<unknown>, string[]]>([
  ['no JPEG', async (bring) => (await bring(Buffer.from('<svg onload="…">')), { age: 0 }), []],
  ['a JPEG without a size', async (bring) => (await bring(jpeg.subarray(0, 4)), { age: 0 }), []],
  ['nothing', async () => ({ age: 0 }), []],
  ['no bytes', async (bring) => (await bring(Buffer.alloc(0)), { age: 0 }), ['invalid-request']],
  ['too much', async (bring) => (await bring(Buffer.concat([jpeg, Buffer.alloc(maxSnapshotBytes)])), { age: 0 }), ['invalid-request']],
  ['an age that none has', async (bring) => (await bring(jpeg), { age: -1 }), []],
])('a camera that brings %s has failed', async (_, answer, expected) => {
  const { take, refusals, clock } = setUp(answer);
  expect(await take().catch(code)).toBe('camera-failed');
  expect([refusals, clock.pending]).toEqual([expected, 0]);
});

test('an error from the camera is passed on; a slow camera times out, and its request is cancelled', async () => {
  const silent = setUp(async () => Promise.reject(new AppError('camera-silent')));
  await expect(silent.take()).rejects.toMatchObject({ code: 'camera-silent' });
  const reasons: unknown[] = [];
  const slow = setUp((_, signal) => {
    signal.addEventListener('abort', () => reasons.push(code(signal.reason)));
    return never();
  });
  const failure = slow.take().catch(code);
  slow.clock.advance(19_999);
  expect(reasons).toEqual([]);
  slow.clock.advance(1);
  expect(await failure).toBe('camera-silent');
  expect(reasons).toEqual(['camera-silent']);
});

test('uses the newest key frame of a camera that can’t take snapshots', async () => {
  const plain = setUp(never, {}, ['camera.restart']);
  expect(await plain.take()).toEqual(newest);
  expect(plain.requestCount()).toBe(0);
  const withoutFfmpeg = setUp(async () => Promise.reject(new AppError('camera-unsupported')));
  expect(await withoutFfmpeg.take()).toEqual(newest);
  await expect(setUp(never, { readNewest: async () => null }, []).take()).rejects.toMatchObject({ code: 'camera-unsupported' });
  await expect(setUp(never, { readNewest: async () => Promise.reject(new Error('no picture in it')) }, []).take()).rejects.toMatchObject({
    code: 'camera-failed',
  });
});

test('an offline camera is not queried', async () => {
  const { take, requestCount } = setUp(never, { isOnline: () => false });
  await expect(take()).rejects.toMatchObject({ code: 'camera-offline' });
  expect(requestCount()).toBe(0);
});

test('ten a minute for each user', async () => {
  const { take, clock } = setUp(never, {}, []);
  for (let count = 0; count < 10; count += 1) await take();
  clock.advance(20_000);
  await expect(take()).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 40 });
  expect(await take('boris')).toEqual(newest);
  clock.advance(40_000);
  expect(await take()).toEqual(newest);
});
