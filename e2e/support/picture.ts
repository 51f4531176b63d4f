import type { Page } from 'playwright';
import type { Readable } from './browsers/readable.ts';
import { readClock } from '../rig/burnt-clock.ts';
import { until } from './product.ts';

/** Distinguishes a live picture from a recorded one on any machine, however busy. It is no promise: `bench/live` measures those. */
export const maxLiveAgeMs = 8_000;

/** What a page shows at one moment. */
export interface Picture {
  /** The wall clock burnt into the frame, modulo 2^32 ms; null when the strip cannot be read. */
  readonly burnt: number | null;
  /** When the frame was read, Unix ms, by this machine's clock: the page's may be a test's. */
  readonly now: number;
  /** A small fingerprint of the picture below the strip: it changes when the picture moves. */
  readonly fingerprint: string;
  readonly width: number;
  /** Frames that the video has shown since it was opened. */
  readonly frames: number;
}

/** Reads the picture of the page's first video from its pixels, through open shadow roots too; null before there is one. */
export async function readPicture(page: Readable): Promise<Picture | null> {
  const shown = await page.evaluate(() => {
    const find = (root: Document | ShadowRoot): HTMLVideoElement | null => {
      const video = root.querySelector('video');
      if (video) return video;
      for (const element of root.querySelectorAll('*')) {
        const inside = element.shadowRoot && find(element.shadowRoot);
        if (inside) return inside;
      }
      return null;
    };
    const video = find(document);
    if (!video || video.readyState < 2 || video.videoWidth === 0) return null;
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 94;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    const strip = Math.max(16, Math.floor(video.videoHeight / 15));
    context.drawImage(video, 0, 0, video.videoWidth, strip, 0, 0, 160, 4);
    context.drawImage(video, 0, strip, video.videoWidth, video.videoHeight - strip, 0, 4, 160, 90);
    const pixels = context.getImageData(0, 4, 160, 90).data;
    let fingerprint = '';
    for (let at = 0; at < pixels.length; at += 4 * 160 * 3) {
      let sum = 0;
      for (let x = 0; x < 160; x++) sum += (pixels[at + x * 4] ?? 0) * (x + 1);
      fingerprint += `${(sum >> 6).toString(36)}.`;
    }
    return {
      strip: [...context.getImageData(0, 2, 160, 1).data],
      fingerprint,
      width: video.videoWidth,
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
    };
  });
  if (!shown) return null;
  const { strip, ...picture } = shown;
  return { ...picture, now: Date.now(), burnt: readClock(Uint8ClampedArray.from(strip), 160, 1) };
}

/**
 * Waits until the video is paused and its picture stands still.
 * @returns the clock burnt into the picture, modulo 2^32 ms
 */
export function standingClock(page: Page): Promise<number> {
  return until('the picture to stand still', async () => {
    const before = await readPicture(page);
    // Playwright's locators see through open shadow roots.
    const isStill = await page
      .locator('video')
      .first()
      .evaluate(
        (video: HTMLVideoElement) =>
          new Promise<boolean>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(video.paused && !video.seeking))),
          ),
      );
    const after = await readPicture(page);
    return isStill && before !== null && before.burnt === after?.burnt && before.burnt;
  });
}

/** How old the shown frame is, ms: this machine's clock minus the burnt one, both modulo 2^32. */
export function ageOf({ burnt, now }: Picture): number | null {
  if (burnt === null) return null;
  const age = (now - burnt) % 2 ** 32;
  return age > 2 ** 31 ? age - 2 ** 32 : age < -(2 ** 31) ? age + 2 ** 32 : age;
}

/** Waits until frames go on, and differ. */
export async function seeMoving(page: Readable): Promise<void> {
  const first = await until('a picture of at least 320 px', async () => {
    const picture = await readPicture(page);
    return picture && picture.width >= 320 && picture;
  });
  await until(
    'the picture to move',
    async () => {
      const next = await readPicture(page);
      return next !== null && next.frames > first.frames && next.fingerprint !== first.fingerprint;
    },
    30_000,
  );
}
