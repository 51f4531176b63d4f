import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchiveStage, type ArchiveStage } from '../support/archive/archive-stage.ts';

const run = promisify(execFile);

let stage: ArchiveStage;
let page: Page;

beforeAll(async () => {
  stage = await openArchiveStage();
  ({ page } = stage.view);
});
afterAll(() => stage?.close());

test('E marks a clip, keys move its ends; the download shows its progress and has the promised duration, and the manifest proves its origin', async () => {
  const { cameraId, folder, first, open, seeFrameOf } = stage;
  await open(`?t=${first.from + 61_000}&referer=${encodeURIComponent('/')}`);
  await seeFrameOf(first.from + 61_000, 6000);
  await page.locator('body').click({ position: { x: 700, y: 20 } });
  await page.keyboard.press('KeyE');
  const end = page.getByRole('slider', { name: 'End of the clip' });
  await end.waitFor();
  // 60 s at first, as far as there is footage; ten seconds from its start on are wanted.
  await end.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.locator('.wp-clip').getByText('0:10').waitFor();
  await page.locator('.archive-tools').getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/kB|MB/).waitFor();
  await dialog.getByLabel('With a signed manifest').check();
  const downloads = [
    page.waitForEvent('download', (each) => each.suggestedFilename().endsWith('.mp4')),
    page.waitForEvent('download', (each) => each.suggestedFilename().endsWith('.json')),
  ] as const;
  await dialog.getByRole('button', { name: 'Download' }).click();
  const [clip, manifest] = await Promise.all(downloads);
  const [file, proof] = [join(folder, 'clip.mp4'), join(folder, 'clip.json')];
  await Promise.all([clip.saveAs(file), manifest.saveAs(proof)]);
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]);
  // Within a group of pictures, one second.
  expect(Math.abs(Number(stdout) - 10)).toBeLessThanOrEqual(1);
  const signed: unknown = JSON.parse(readFileSync(proof, 'utf8'));
  expect(signed).toMatchObject({
    manifest: { camera: { id: cameraId }, size: readFileSync(file).byteLength },
    signature: { algorithm: 'Ed25519' },
  });

  // Whoever goes elsewhere finds it again.
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'All locations' }).waitFor();
  const card = page.getByRole('region', { name: 'Downloads' });
  expect(await card.innerText()).toMatch(/Street[\s\S]*Saved to your downloads/);
  await card.getByRole('button', { name: 'Close' }).click();
  await card.waitFor({ state: 'detached' });
});

test('the policy refused nothing and the page reported no error', async () => {
  const { view } = stage;
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
