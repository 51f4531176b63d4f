import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchiveStage, type ArchiveStage } from '../support/archive/archive-stage.ts';

const run = promisify(execFile);
const minute = 60_000;

let stage: ArchiveStage;
let page: Page;

beforeAll(async () => {
  stage = await openArchiveStage();
  ({ page } = stage.view);
});
afterAll(() => stage?.close());

test('a clip without a recording says so; one button downloads the next five minutes', async () => {
  const { cameraId, folder, first, second, open, seeFrameOf } = stage;
  // The player is there before the camera's name: what is pressed meanwhile counts.
  const pressed = Promise.withResolvers<void>();
  await page.route(new RegExp(`/api/[^?]*/cameras(/${cameraId})?$`), (route) => pressed.promise.then(() => route.continue()));
  await open(`?t=${second.from + 2 * minute}`);
  await page.keyboard.press('KeyE');
  pressed.resolve();
  await page.locator('.archive-tools').getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('There is no recording for this time.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Download' }).isDisabled()).toBe(true);
  await page.unrouteAll({ behavior: 'wait' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.archive-tools').getByRole('button', { name: 'Cancel' }).click();

  await open(`?t=${first.from + 1000}`);
  await seeFrameOf(first.from + 1000, 5000);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Next 5 min' }).click();
  const tray = page.getByRole('region', { name: 'Downloads' });
  await tray.getByText(/^Shorter than requested: only (1:5\d|2:00) of 5:00 was recorded\.$/).waitFor();
  const file = join(folder, 'five.mp4');
  await (await download).saveAs(file);
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]);
  // All that is recorded of those five minutes.
  expect(Number(stdout)).toBeGreaterThan(105);
  expect(Number(stdout)).toBeLessThanOrEqual(120.5);
  // It leaves by itself.
  await tray.waitFor({ state: 'detached' });

  expect(await stage.view.violations()).toEqual([]);
  expect(stage.view.errors).toEqual([]);
});
