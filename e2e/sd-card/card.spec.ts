import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WatchpostError } from '@watchpost/sdk-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { until, type RunningProduct } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));

let product: RunningProduct;
let browser: TestBrowser;
let person: Person;
let view: TestPage;
let agent: ChildProcess;
let folder: string;
let card: string;
let id: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchBrowser()]);
  person = await signInWithoutPage(product, product.emailOf('owner'));
  folder = mkdtempSync(join(tmpdir(), 'watchpost-card-'));
  card = join(folder, 'card');
  const { registrationToken } = await person.client.addCamera.createRegistration();
  agent = spawn(
    process.execPath,
    [
      join(agentFolder, 'src/cli/main.ts'),
      'run',
      '--server',
      product.url,
      '--file',
      join(agentFolder, 'assets/street.mp4'),
      '--name',
      'Street',
      '--token-file',
      '-',
      '--local-port',
      '0',
      '--sd-card',
      card,
    ],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, WATCHPOST_AGENT_DIR: join(folder, 'agent') },
    },
  );
  agent.stdin?.end(registrationToken);
  id = await until(
    'the camera and its card',
    async () => {
      const [camera] = await person.client.cameras.list();
      return camera?.state === 'online' && (await person.client.sdCard.get(camera.id)).support === 'card' && camera.id;
    },
    30_000,
  );
  view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  if (agent && agent.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
  await product?.dispose();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const read = () => person.client.sdCard.get(id);

/** Null while the card is being erased. */
async function countOfVideos(): Promise<number | null> {
  try {
    return (await person.client.sdCard.videos(id)).videos.length;
  } catch (error) {
    if (error instanceof WatchpostError && error.code === 'sd-card-busy') return null;
    throw error;
  }
}

test('from no card to a recording that plays in the browser: checked, formatted, scheduled, recorded, erased', async () => {
  const { page } = view;
  await page.goto(`${product.url}/cameras/${id}/settings`);
  const section = page.getByRole('region', { name: 'SD card' });
  await section.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'SD card' });
  await dialog.getByText('No SD card installed').waitFor();
  mkdirSync(card);
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await dialog.getByText('The SD card is not ready').waitFor();
  await dialog.getByRole('button', { name: 'Format' }).click();
  await page.getByRole('alertdialog', { name: 'Format the SD card?' }).getByRole('button', { name: 'Format' }).click();
  await dialog.getByRole('meter', { name: 'Memory' }).waitFor();

  // The schedule: errors in the words of the specification, and identical times become one.
  await dialog.getByRole('radio', { name: /^On schedule/ }).click();
  await dialog.getByText('No times yet').waitFor();
  for (const type of ['Only weekdays', 'Custom']) {
    await dialog.getByRole('button', { name: 'Add time' }).click();
    await dialog.getByLabel('Days', { exact: true }).and(page.locator('select')).last().selectOption({ label: type });
  }
  const entries = dialog.locator('.sd-card-entry');
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sun'])
    await entries.last().getByRole('button', { name: day, exact: true }).click();
  const from = entries.first().getByLabel('From', { exact: true });
  await from.fill('19');
  await from.press('Tab');
  await entries.first().getByText('Invalid From time').waitFor();
  await from.fill('nine');
  await entries.first().getByText('Invalid time format').waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await read()).toMatchObject({ recording: 'schedule', schedule: [] });
  await from.fill('9');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await until('the merged schedule', async () => (await entries.count()) === 1);
  expect(await read()).toMatchObject({ schedule: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '09:00', to: '18:00' }] });

  await dialog.getByRole('radio', { name: /^Continuous/ }).click();
  await until('a recording', async () => ((await person.client.sdCard.videos(id)).videos[0]?.size ?? 0) > 100_000);
  await page.goto(`${product.url}/cameras/${id}`);
  await page.getByRole('combobox', { name: 'Where the recordings are' }).selectOption('SD card');
  await page.getByText('Still being recorded').waitFor();
  await person.client.sdCard.update(id, { recording: 'off' });
  await page.locator('[data-video]').waitFor({ timeout: atMost(20_000) });
  await page.locator('[data-video]').click();
  const player = page.locator('video.sd-card-video');
  await until('it to play', () =>
    player.evaluate((video: HTMLVideoElement) => video.currentTime > 0.3 && video.videoWidth > 0 && video.duration > 1),
  );
  // To somewhere else in it: the browser asks for another range.
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.5;
  });
  await until('its end', () => player.evaluate((video: HTMLVideoElement) => video.ended));
  await page.keyboard.press('Escape');

  await page.goto(`${product.url}/cameras/${id}/settings`);
  await section.getByRole('button', { name: 'Set up' }).click();
  await dialog.getByRole('button', { name: 'Erase data' }).click();
  await page.getByRole('alertdialog', { name: 'Erase the SD card?' }).getByRole('button', { name: 'Erase data' }).click();
  await until('an empty card', async () => (await countOfVideos()) === 0);
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
