import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchiveStage, type ArchiveStage } from '../support/archive/archive-stage.ts';
import { seekInClip, seeksAcrossTheChange, soughtAcrossTheChange } from '../support/archive/clip-seeks.ts';
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
  expect(await page.evaluate(seekInClip, { url, token, ...seeksAcrossTheChange })).toEqual(soughtAcrossTheChange);
});

test('the policy refused nothing and the page reported no error', async () => {
  expect(await stage.view.violations()).toEqual([]);
  expect(stage.view.errors).toEqual([]);
});
