import type { Page } from 'playwright';
import type { Readable } from './browsers/readable.ts';
import { readClock } from '../rig/burnt-clock.ts';

/** One tile of the wall as a person sees it. */
export interface SeenTile {
  readonly title: string;
  /** The clock burnt into its picture, modulo 2^32 ms; null when none can be read. */
  readonly burnt: number | null;
  /** Frames that were shown so far. */
  readonly frames: number;
  readonly width: number;
  /** Something is to be seen: the moving picture, or the last one over it. */
  readonly hasPicture: boolean;
}

/** Reads every tile in the same moment, in the wall's order; through the shadow root of the element too. */
export async function readTiles(page: Readable): Promise<{ readonly now: number; readonly tiles: readonly SeenTile[] }> {
  const { now, tiles } = await page.evaluate(() => {
    const root = document.querySelector('watchpost-video-wall')?.shadowRoot ?? document;
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const found = [...root.querySelectorAll<HTMLElement>('[data-camera]:not(.wp-wall-ahead)')].map((tile) => {
      const video = tile.querySelector('video');
      const cover = tile.querySelector('canvas');
      const title = tile.getAttribute('aria-label') ?? '';
      const hasPicture = (video !== null && video.readyState >= 2) || (cover !== null && !cover.hidden && cover.width > 0);
      if (!video || !context || video.readyState < 2 || video.videoWidth === 0)
        return { title, strip: null, frames: 0, width: 0, hasPicture };
      const strip = Math.max(16, Math.floor(video.videoHeight / 15));
      context.drawImage(video, 0, strip / 2, video.videoWidth, 1, 0, 0, 160, 1);
      return {
        title,
        strip: [...context.getImageData(0, 0, 160, 1).data],
        frames: video.getVideoPlaybackQuality().totalVideoFrames,
        width: video.videoWidth,
        hasPicture,
      };
    });
    return { now: Date.now(), tiles: found };
  });
  return { now, tiles: tiles.map(({ strip, ...tile }) => ({ ...tile, burnt: strip && readClock(Uint8ClampedArray.from(strip), 160, 1) })) };
}

/**
 * How far each tile plays behind what has arrived, ms, by title: the middle of twenty looks, so that the machine's own delays do not count.
 * The pictures are not read: that would be load enough for the wall to show key frames only.
 */
export async function readDistances(page: Page): Promise<ReadonlyMap<string, number>> {
  const looks = await page.evaluate(async () => {
    const root = document.querySelector('watchpost-video-wall')?.shadowRoot ?? document;
    const found: { title: string; distanceMs: number }[] = [];
    for (let look = 0; look < 20; look += 1) {
      await new Promise(requestAnimationFrame);
      for (const tile of root.querySelectorAll<HTMLElement>('[data-camera]:not(.wp-wall-ahead)')) {
        const video = tile.querySelector('video');
        if (!video || video.buffered.length === 0) continue;
        const end = video.buffered.end(video.buffered.length - 1);
        found.push({ title: tile.getAttribute('aria-label') ?? '', distanceMs: (end - video.currentTime) * 1000 });
      }
    }
    return found;
  });
  const middle = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
  return new Map(
    [...Map.groupBy(looks, ({ title }) => title)].map(([title, all]) => [title, middle(all.map(({ distanceMs }) => distanceMs))]),
  );
}
