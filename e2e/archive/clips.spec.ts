import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchiveStage, type ArchiveStage } from '../support/archive/archive-stage.ts';
import { until } from '../support/product.ts';

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

  // A user who leaves the page finds it again.
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'All locations' }).waitFor();
  const card = page.getByRole('region', { name: 'Downloads' });
  expect(await card.innerText()).toMatch(/Street[\s\S]*Saved to your downloads/);
  await card.getByRole('button', { name: 'Close' }).click();
  await card.waitFor({ state: 'detached' });
});

test('the saved clip is listed on every device, gets a note, and says when its recording is gone', async () => {
  const { cameraId, product, person, first } = stage;
  const saved = page.getByRole('region', { name: 'Saved clips' });
  const seeSaved = (): Promise<unknown> => page.goto(`${product.url}/activities?show=saved`);
  const [listed] = await until('the clip in the list', async () => {
    const clips = await person.client.savedClips.list();
    return clips.length > 0 && clips;
  });
  expect(listed).toMatchObject({ cameraId, note: '', footage: 'available' });
  // What a browser has kept from before the server had a list.
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
    `watchpost:saved-clips:${person.client.session.current.peek()?.customerId ?? ''}`,
    JSON.stringify([{ cameraId, title: 'Street', from: first.from, to: first.from + 30_000, savedAt: first.from + 60_000 }]),
  ] as const);
  await seeSaved();
  await saved
    .getByRole('link', { name: /^Street/ })
    .nth(1)
    .waitFor();
  await saved
    .getByRole('button', { name: /^Actions for Street/ })
    .nth(1)
    .click();
  await page.getByRole('menuitem', { name: 'Edit the note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('The red lorry');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await saved.getByRole('link', { name: /^The red lorry/ }).waitFor();
  expect(await person.client.savedClips.list()).toMatchObject([
    { note: '', footage: 'available' },
    { from: first.from, note: 'The red lorry', savedAt: first.from + 60_000 },
  ]);
  await person.client.archive.deleteFootage(cameraId, { from: first.from - 60_000, to: first.from + 180_000 });
  await seeSaved();
  await saved
    .getByText(/^The recording has been deleted/)
    .nth(1)
    .waitFor();
  expect(await saved.getByRole('link').count()).toBe(0);
});

test('the policy refused nothing and the page reported no error', async () => {
  const { view } = stage;
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
