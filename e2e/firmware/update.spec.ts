import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFirmwarePackage, type FirmwarePackage } from '../../tooling/firmware/firmware-package.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const agentProgram = resolve(import.meta.dirname, '../../packages/camera-agent/src/cli/main.ts');
const clip = resolve(import.meta.dirname, '../../packages/camera-agent/assets/street.mp4');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const newVersion = '9.8.7';

let product: Product;
let browser: TestBrowser;
let person: Person;
let view: TestPage;
let agent: ChildProcess;
let folder: string;
let id: string;
let made: FirmwarePackage;
let output = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-updated-agent-'));
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  [person, made] = await Promise.all([
    signInWithoutPage(product, 'owner@example.test'),
    makeFirmwarePackage({
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      folder: join(product.dataDir, 'firmware'),
      version: newVersion,
    }),
  ]);
  const { registrationToken } = await person.client.http.request<{ registrationToken: string }>(createRegistrationToken, { body: {} });
  writeFileSync(join(folder, 'token'), registrationToken, { mode: 0o600 });
  writeFileSync(join(folder, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  agent = spawn(
    process.execPath,
    [
      agentProgram,
      'run',
      '--server',
      product.url,
      '--file',
      clip,
      '--name',
      'Yard',
      '--token-file',
      join(folder, 'token'),
      '--firmware-key',
      join(folder, 'key.pem'),
      '--local-port',
      '0',
      '--dir',
      join(folder, 'kept'),
    ],
    { stdio: ['ignore', 'inherit', 'pipe'] },
  );
  agent.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  id = await until('the camera', async () => (await person.client.cameras.list()).find(({ state }) => state === 'online')?.id);
  view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  if (agent?.exitCode === null) {
    agent.kill('SIGTERM');
    await once(agent, 'exit');
  }
  await product?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test('a package that was changed after signing is refused, and the camera keeps its version', async () => {
  const { page } = view;
  const genuine = readFileSync(made.packageFile);
  const changed = Buffer.from(genuine);
  changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1;
  writeFileSync(made.packageFile, changed);
  await page.goto(`${product.url}/cameras/${id}/settings/about/check-for-updates`);
  await page.getByText(`Version ${newVersion} is available`).waitFor();
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Update failed').waitFor();
  expect((await person.client.firmware.latest(id)).update).toEqual({ kind: 'failed', version: newVersion, code: 'camera-firmware-broken' });
  expect((await person.client.cameras.get(id)).state).toBe('online');
  writeFileSync(made.packageFile, genuine);
});

test('the genuine package is downloaded, installed and started; the camera returns with the new version', async () => {
  const { page } = view;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText(/^Step \d of 4/).waitFor();
  // Left, and found again.
  await page.goto(`${product.url}/cameras/${id}/settings/about`);
  await page.getByText(`Updated to version ${newVersion}`).waitFor({ timeout: atMost(45_000) });
  await until('the camera to send pictures again', async () => (await person.client.cameras.get(id)).state === 'online', 30_000);
  expect((await person.client.firmware.latest(id)).installed).toBe(newVersion);
  expect([output.includes('did not reach the server'), await view.violations(), view.errors]).toEqual([false, [], []]);
});
