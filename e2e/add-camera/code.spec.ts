import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { code128 } from '../../packages/camera-agent/src/local/code128.ts';
import { loadDeviceKey } from '../../packages/camera-agent/src/link/device-key.ts';
import { startRigCamera, type RigCamera } from '../rig/camera.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { seeLive } from '../support/journeys.ts';
import { startProduct, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const agentProgram = resolve(import.meta.dirname, '../../packages/camera-agent/src/cli/main.ts');
const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
const wifi = { name: 'Northgate-2G', password: 'open sesame; \\o/' };

let product: Product;
let browser: TestBrowser;
let camera: RigCamera;
let owner: Person;
let folder: string;
/** Made of the key that the agent finds in its folder. */
let serialNumber: string;
const agents: ChildProcess[] = [];

/** The label of a camera, as the lens of this device sees it: the agent's own barcode, filmed. */
function filmBarcode(): string {
  const modules = code128(serialNumber);
  const film = join(folder, 'label.mjpeg');
  const filters = 'scale=iw*3:120:flags=neighbor,pad=1280:720:(ow-iw)/2:(oh-ih)/2:0x909090,gblur=sigma=0.6';
  const { status, stderr } = spawnSync(
    ffmpeg,
    [
      '-loglevel',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      '-s',
      `${modules.length}x1`,
      '-i',
      'pipe:0',
      '-vf',
      filters,
      '-pix_fmt',
      'yuvj420p',
      '-q:v',
      '2',
      '-f',
      'mjpeg',
      film,
    ],
    { input: Buffer.from(modules.map((isDark) => (isDark ? 0 : 255))) },
  );
  if (status !== 0) throw new Error(stderr.toString());
  return film;
}

/** A command of the agent; what it says is in the answer. */
function startAgent(...parameters: string[]): { readonly process: ChildProcess; output(): string } {
  const agent = spawn(
    process.execPath,
    [agentProgram, ...parameters, '--name', 'Yard', '--dir', join(folder, 'agent'), '--local-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  agents.push(agent);
  let output = '';
  agent.stderr.on('data', (text: Buffer) => (output += text.toString()));
  return { process: agent, output: () => output };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-code-'));
  ({ serialNumber } = await loadDeviceKey(join(folder, 'agent'), 'Yard'));
  const lens = [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${filmBarcode()}`,
  ];
  [product, browser, camera] = await Promise.all([startProduct(), launchBrowser(...lens), startRigCamera()]);
  owner = await signInWithoutPage(product, 'owner@example.test');
});
afterAll(async () => {
  for (const agent of agents) agent.kill('SIGKILL');
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the label is scanned, the code is shown, read from a real screenshot by the agent, registered, renamed, live', async () => {
  const { page, errors, violations } = await browser.newPage({ storageState: storedSession(owner, product.url), permissions: ['camera'] });
  const heading = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor({ timeout: atMost(20_000) });
  await page.goto(`${product.url}/cameras/add`);
  await page.getByRole('button', { name: /^Camera/ }).click();
  await page.getByRole('button', { name: /^Watchpost camera/ }).click();
  await page.getByRole('button', { name: /^By its serial number/ }).click();
  await page.getByRole('button', { name: 'Scan the barcode' }).click();
  await heading('Turn the camera on');
  // Back and forth: what was scanned is still there.
  await page.goBack();
  expect(await page.getByRole('textbox', { name: 'Serial number' }).inputValue()).toBe(serialNumber);
  await page.goForward();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('2.4 GHz networks only').waitFor();
  await page.getByLabel('Network name').fill(wifi.name);
  await page.getByLabel('Password', { exact: true }).fill(wifi.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading('Show this code to the camera');
  await page.getByRole('img', { name: 'Registration code for the camera' }).waitFor();
  const screenshot = join(folder, 'screen.png');
  await page.screenshot({ path: screenshot });
  // A password and a token have no place in an address.
  expect(page.url()).toBe(`${product.url}/cameras/add?step=code&model=watchpost-camera&way=serial`);

  const joined = join(folder, 'wifi.json');
  const joinWifi = join(folder, 'join-wifi');
  writeFileSync(joinWifi, `#!/bin/sh\ncat > ${joined}\n`);
  chmodSync(joinWifi, 0o755);
  const scan = startAgent('scan', screenshot, '--wifi-command', joinWifi);
  const [exitCode] = (await once(scan.process, 'exit')) as [number];
  expect([exitCode, scan.output()]).toEqual([0, expect.stringContaining('Registered')]);
  expect(JSON.parse(readFileSync(joined, 'utf8'))).toEqual(wifi);
  const kept = join(folder, 'agent', 'Yard.json');
  expect(statSync(kept).mode & 0o777).toBe(0o600);

  // The page has seen it by itself; a reload does not lose it.
  await heading('Connecting');
  await page.reload();
  await heading('Connecting');
  const run = startAgent('run', '--rtsp', camera.url('/cam'));
  await heading('What does it see?');
  await page.getByRole('img', { name: 'First picture of the camera' }).waitFor();
  await page.getByLabel('Name').fill('Back yard');
  await page.getByRole('button', { name: 'Save' }).click();
  await heading('Back yard is added');
  await page.getByRole('button', { name: 'Watch live' }).click();
  await page.waitForURL(/\/cameras\/(?!add)[\w-]+/);
  await page.getByRole('heading', { name: 'Back yard' }).waitFor();
  await seeLive(page);
  expect(await owner.client.cameras.list()).toMatchObject([{ title: 'Back yard', platform: 'Embedded', state: 'online' }]);

  const secrets = [
    wifi.password,
    ...Object.values(JSON.parse(readFileSync(kept, 'utf8')) as Record<string, string>).filter((value) => /^[\w-]{43}$/.test(value)),
  ];
  for (const output of [scan.output(), run.output(), product.log()]) for (const secret of secrets) expect(output).not.toContain(secret);
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
});
