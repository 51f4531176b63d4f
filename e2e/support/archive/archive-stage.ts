import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDeviceKey, register } from '@watchpost/camera-agent';
import { addDays, dayOf, dayRange } from '@watchpost/sdk-core';
import type { Clip } from '../../../bench/support/archive/clip.ts';
import { makeArchive } from '../../../bench/support/archive/make-archive.ts';
import { encodeOnce } from '../../../packages/server/src/testing/scene-samples.ts';
import { burnClock } from '../../rig/burnt-clock.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../chromium.ts';
import { readPicture } from '../picture.ts';
import { startProduct, until, type Product } from '../product.ts';
import { signInWithoutPage, storedSession, type Person } from '../signed-in.ts';

const minuteMs = 60_000;
/** Duration of the clip that the seeded recordings repeat; its burnt-in clock restarts with each repetition. */
const loopMs = 12_000;

interface RecordedDay {
  readonly date: string;
  /** Start of the first recording, Unix time in milliseconds. */
  readonly from: number;
}

/** A camera that is offline and has recordings on two days. */
export interface RecordedCamera {
  readonly product: Product;
  readonly person: Person;
  readonly cameraId: string;
  /** Temporary folder, removed by `close`. */
  readonly folder: string;
  /** A day with two minutes of footage. */
  readonly first: RecordedDay;
  /** The next day, with two recordings of one minute each, four minutes apart. */
  readonly second: RecordedDay;
  close(): Promise<void>;
}

/** A page of that camera; the browser is in Santiago, another time zone than the camera. */
export interface ArchiveStage extends RecordedCamera {
  readonly browser: TestBrowser;
  readonly view: TestPage;
  /** Opens the camera's page and waits for the playhead. */
  open(query?: string): Promise<void>;
  /** The moment in the page's address. */
  shownTime(): number;
  /** Waits until the burnt-in clock of the frame on the screen is at most `withinMs` away from `time`. */
  seeFrameOf(time: number, withinMs?: number): Promise<unknown>;
}

/**
 * Starts the product and seeds the recordings.
 * @param options changesPicture: after its two minutes the first day has another minute, with a picture twice as large
 */
export async function recordCamera({ changesPicture = false } = {}): Promise<RecordedCamera> {
  const product = await startProduct();
  const person = await signInWithoutPage(product, 'owner@example.test');
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-archive-'));
  const { registrationToken } = await person.client.addCamera.createRegistration();
  const device = await loadDeviceKey(folder, 'street');
  // The tests need only recordings: the camera never connects.
  const { cameraId } = await register({ serverUrl: product.url, registrationToken, title: 'Street', device, model: 'Test camera' });
  const { timeZone } = await person.client.cameras.get(cameraId);
  await product.stop();
  const clip = makeClip(join(folder, 'clip.h264'), 320, 180);
  const today = dayOf(Date.now(), timeZone);
  const recordedDay = (date: string): RecordedDay => ({ date, from: dayRange(date, timeZone).from + 10 * 60 * minuteMs });
  const first = recordedDay(addDays(today, -3));
  const second = recordedDay(addDays(today, -2));
  const seed = (from: number, loops: number, picture = clip): Promise<unknown> =>
    makeArchive({ dataDir: product.dataDir, cameraId, clip: picture, from, loops });
  await seed(first.from, 10);
  if (changesPicture) await seed(first.from + 10 * loopMs, 5, makeClip(join(folder, 'large.h264'), 640, 360));
  await seed(second.from, 5);
  await seed(second.from + 5 * minuteMs, 5);
  await product.start();
  await until(
    'the recordings in the index',
    async () => (await person.client.archive.footage(cameraId, { from: first.from, to: Date.now() })).recordings.length >= 3,
  );
  return {
    product,
    person,
    cameraId,
    folder,
    first,
    second,
    async close() {
      person.client.dispose();
      await product.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Opens a page for the owner of such a camera.
 * @param options launch: another browser than Chromium; the others as of `recordCamera`
 */
export async function openArchiveStage({
  changesPicture = false,
  launch = (): Promise<TestBrowser> => launchBrowser(),
} = {}): Promise<ArchiveStage> {
  const [recorded, browser] = await Promise.all([recordCamera({ changesPicture }), launch()]);
  const { product, person, cameraId, first } = recorded;
  const view = await browser.newPage({
    storageState: storedSession(person, product.url),
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/Santiago',
  });
  const { page } = view;
  return {
    ...recorded,
    browser,
    view,
    async open(query = '') {
      await page.goto(`${product.url}/cameras/${cameraId}${query}`);
      await page.locator('.wp-head').waitFor();
    },
    shownTime: () => Number(new URL(page.url()).searchParams.get('t')),
    seeFrameOf: (time, withinMs = 3000) =>
      until(`the picture of ${new Date(time).toISOString()}`, async () => {
        const burnt = (await readPicture(page))?.burnt;
        if (burnt === null || burnt === undefined) return false;
        const apart = (((burnt - (time - first.from)) % loopMs) + loopMs) % loopMs;
        return Math.min(apart, loopMs - apart) <= withinMs;
      }),
    async close() {
      await browser.close();
      await recorded.close();
    },
  };
}

/** Encodes a small clip with the time since its start burnt in; each size only once, for all stages. */
function makeClip(file: string, width: number, height: number): Clip {
  const [framesPerSecond, seconds] = [10, loopMs / 1000];
  const frames = Array.from({ length: framesPerSecond * seconds }, (_, index) => {
    const frame = new Uint8Array(width * height).fill(90 + (index % 60));
    frame.fill(220, width * 80, width * 80 + 4000);
    burnClock(frame, width, height, index * 100);
    return frame;
  });
  const source = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', String(framesPerSecond), '-i', '-'];
  const encoder = ['-c:v', 'libx264', '-profile:v', 'baseline', '-preset', 'veryfast', '-tune', 'zerolatency', '-g', '10'];
  const stream = ['-sc_threshold', '0', '-pix_fmt', 'yuv420p', '-bsf:v', 'h264_metadata=aud=insert', '-f', 'h264', '-'];
  const bytes = encodeOnce(['-v', 'error', ...source, ...encoder, ...stream], Buffer.concat(frames));
  if (!bytes) throw new Error('FFmpeg could not make the clip.');
  writeFileSync(file, bytes);
  return { file, framesPerSecond, seconds };
}
