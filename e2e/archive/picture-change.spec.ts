import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchiveStage, type ArchiveStage } from '../support/archive/archive-stage.ts';
import { readPicture } from '../support/picture.ts';
import { stageOf } from '../support/player/player-page.ts';

let stage: ArchiveStage;
let page: Page;
/** When the picture becomes twice as large, Unix ms. */
let change: number;

beforeAll(async () => {
  stage = await openArchiveStage({ changesPicture: true });
  ({ page } = stage.view);
  change = stage.first.from + 120_000;
});
afterAll(() => stage?.close());

test('the archive seeks across a change of picture size, in both directions', async () => {
  const { open, seeFrameOf } = stage;
  const seeWidth = (width: number): Promise<void> => expect.poll(async () => (await readPicture(page))?.width).toBe(width);
  await open(`?t=${change - 4000}`);
  await seeFrameOf(change - 4000);
  await seeWidth(320);
  await stageOf(page).focus();
  // Paused, so that it does not simply play across; each key moves ten seconds.
  await page.keyboard.press('KeyK');
  await page.keyboard.press('KeyL');
  await seeWidth(640);
  await page.keyboard.press('KeyJ');
  await seeWidth(320);
  await page.keyboard.press('KeyL');
  await seeWidth(640);
});

test('a clip across a change of picture size seeks behind it and back, and plays over it', async () => {
  const url = stage.person.client.archive.clipUrl(stage.cameraId, { from: change - 20_500, to: change + 20_000 });
  const token = await stage.person.client.session.accessToken();
  const seen = await page.evaluate(
    async ({ url, token }) => {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(await answer.blob());
      const at = (event: string): Promise<void> =>
        new Promise((resolve, reject) => {
          video.addEventListener(event, () => resolve(), { once: true });
          video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
        });
      await at('loadeddata');
      const widths: number[] = [];
      // Key frames are a second apart: between them, and in the middle of segments.
      for (const time of [2, 25.5, 39, 30.2, 12.4, 19.5, 22.7, 1]) {
        const arrived = at('seeked');
        video.currentTime = time;
        await arrived;
        widths.push(video.videoWidth);
      }
      const grown = at('resize');
      video.currentTime = 19;
      await video.play();
      await grown;
      return { widths, played: video.videoWidth, error: video.error?.message ?? null };
    },
    { url, token },
  );
  expect(seen).toEqual({ widths: [320, 640, 640, 640, 320, 320, 640, 320], played: 640, error: null });
});

test('the policy refused nothing and the page reported no error', async () => {
  expect(await stage.view.violations()).toEqual([]);
  expect(stage.view.errors).toEqual([]);
});
