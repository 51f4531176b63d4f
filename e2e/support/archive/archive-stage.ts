import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDeviceKey, register } from '@watchpost/camera-agent';
import { addDays, dayOf, dayRange } from '@watchpost/sdk-core';
import { launchBrowser, type TestBrowser, type TestPage } from '../chromium.ts';
import { readPicture } from '../picture.ts';
import { until, type RunningProduct } from '../product.ts';
import { signInWithoutPage, storedSession, type Person } from '../signed-in.ts';
import { sharedProduct } from '../worker/shared-product.ts';
import { loopMs, makeClockClip, seedFootage } from './seed-footage.ts';

const minuteMs = 60_000;

interface RecordedDay {
  readonly date: string;
  /** Start of the first recording, Unix time in milliseconds. */
  readonly from: number;
}

/** A camera that is offline and has recordings on two days. */
export interface RecordedCamera {
  readonly product: RunningProduct;
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
  /** The moment in the page's address; 0 for none. */
  shownTime(): number;
  /** The first moment in the address since `open`: the picture plays on from there, on a busy machine for long before a test looks. */
  firstShownTime(): number;
  /** Waits until the burnt-in clock of the frame on the screen is at most `withinMs` away from `time`. */
  seeFrameOf(time: number, withinMs?: number): Promise<unknown>;
}

/**
 * Adds the camera and seeds its recordings, which repeat a clip: its burnt-in clock restarts with each repetition.
 * @param options changesPicture: after its two minutes the first day has another minute, with a picture twice as large
 */
export async function recordCamera({ changesPicture = false } = {}): Promise<RecordedCamera> {
  const product = await sharedProduct();
  const person = await signInWithoutPage(product, product.emailOf('owner'));
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-archive-'));
  const { registrationToken } = await person.client.addCamera.createRegistration();
  const device = await loadDeviceKey(folder, 'street');
  // The tests need only recordings: the camera never connects.
  const { cameraId } = await register({ serverUrl: product.url, registrationToken, title: 'Street', device, model: 'Test camera' });
  const { timeZone } = await person.client.cameras.get(cameraId);
  const clip = makeClockClip(join(folder, 'clip.h264'), 320, 180);
  const today = dayOf(Date.now(), timeZone);
  const recordedDay = (date: string): RecordedDay => ({ date, from: dayRange(date, timeZone).from + 10 * 60 * minuteMs });
  const first = recordedDay(addDays(today, -3));
  const second = recordedDay(addDays(today, -2));
  const seed = (from: number, loops: number, picture = clip): Promise<void> =>
    seedFootage(product, { cameraId, clip: picture, from, loops });
  await seed(first.from, 10);
  if (changesPicture) await seed(first.from + 10 * loopMs, 5, makeClockClip(join(folder, 'large.h264'), 640, 360));
  await seed(second.from, 5);
  await seed(second.from + 5 * minuteMs, 5);
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
  const shownTime = (): number => Number(new URL(page.url()).searchParams.get('t'));
  let firstShown = 0;
  page.on('framenavigated', () => {
    if (firstShown === 0) firstShown = shownTime();
  });
  return {
    ...recorded,
    browser,
    view,
    async open(query = '') {
      firstShown = 0;
      await page.goto(`${product.url}/cameras/${cameraId}${query}`);
      await page.locator('.wp-head').waitFor();
    },
    shownTime,
    firstShownTime: () => firstShown,
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
