import { readClock } from '../../rig/burnt-clock.ts';
import type { Readable } from '../browsers/readable.ts';
import { maxLiveAgeMs } from '../picture.ts';
import { until } from '../product.ts';
import type { PlayerOnPage } from '../shop-page.ts';

/** Waits for a live picture that was taken after the call, and for the next one. */
export async function seeNow(page: Readable): Promise<void> {
  const calledAt = Date.now();
  const shown = new Set<number>();
  let seen = '';
  await until(
    () => `two live pictures; the page: ${seen}`,
    async () => {
      const picture = await readShown(page);
      seen = JSON.stringify({ picture, ...(await page.evaluate(describeElement)) });
      const ageMs = picture && ((picture.now % 2 ** 32) - picture.burnt) | 0;
      // The rig and the page share this machine's clock.
      if (picture && ageMs !== null && ageMs > -200 && ageMs < maxLiveAgeMs && picture.now - ageMs > calledAt) shown.add(picture.burnt);
      return shown.size >= 2;
    },
    60_000,
  );
}

/** Runs in the page: where the element's player is. */
function describeElement(): object {
  const host = document.querySelector<PlayerOnPage>('watchpost-camera');
  const video = host?.shadowRoot?.querySelector('video');
  return {
    title: document.title,
    visibility: document.visibilityState,
    state: host?.player?.controller.state.value,
    text: host?.shadowRoot?.textContent?.replaceAll(/\s+/g, ' ').slice(-300),
    currentTime: video?.currentTime,
    seeking: video?.seeking,
    paused: video?.paused,
    readyState: video?.readyState,
    muted: video?.muted,
    error: video?.error?.message,
    buffered: Array.from({ length: video?.buffered.length ?? 0 }, (_, index) => [video?.buffered.start(index), video?.buffered.end(index)]),
  };
}

/** Waits for live pictures and for the player's methods: the element has them once its controls have loaded, after the picture. */
export async function seeReady(page: Readable): Promise<void> {
  await seeNow(page);
  await until('the element’s player', () =>
    page.evaluate(() => document.querySelector<PlayerOnPage>('watchpost-camera')?.player instanceof Object),
  );
}

/** Reads the clock in the picture that the player shows, in its video or on the canvas above it, and the page's own clock; ms modulo 2^32. */
export async function readShown(page: Readable): Promise<{ readonly burnt: number; readonly now: number } | null> {
  const shown = await page.evaluate(() => {
    const root = document.querySelector('watchpost-camera')?.shadowRoot;
    const [video, above] = [root?.querySelector('video'), root?.querySelector('canvas')];
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [160, 4];
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const source = above && !above.hidden ? above : video;
    const [width, height] =
      source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source?.width ?? 0, source?.height ?? 0];
    if (!source || !context || width === 0 || (source === video && video.seeking)) return null;
    context.drawImage(source, 0, 0, width, Math.max(16, Math.floor(height / 15)), 0, 0, 160, 4);
    return { strip: [...context.getImageData(0, 2, 160, 1).data], now: Date.now() };
  });
  const burnt = shown && readClock(Uint8ClampedArray.from(shown.strip), 160, 1);
  return shown === null || burnt === null ? null : { burnt, now: shown.now };
}
