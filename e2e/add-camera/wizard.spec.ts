import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { promisify } from 'node:util';
import { announceOnvif, startOnvifDevice } from '@watchpost/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../rig/camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { connectCamera, fillCamera, seeLive } from '../support/journeys.ts';
import { freePort, startProduct, until, type Product } from '../support/product.ts';
import { signedIn } from '../support/signed-in.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let product: Product;
let browser: TestBrowser;
let camera: RigCamera;
let web: Server;
let silent: TcpServer;
let view: TestPage;

const portOf = (server: Server | TcpServer): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
};

beforeAll(async () => {
  web = createHttpServer((_, answer) => answer.end('<h1>a router</h1>')).listen(0, '127.0.0.1');
  silent = createTcpServer((socket) => socket.on('error', () => socket.destroy())).listen(0, '127.0.0.1');
  await Promise.all([once(web, 'listening'), once(silent, 'listening')]);
  [product, browser, camera] = await Promise.all([startProduct(), launchBrowser(), startRigCamera()]);
  view = await browser.newPage({ storageState: await signedIn(product, 'owner@example.test') });
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
  web?.close();
  silent?.close();
});

/** Remote ports of this machine's open TCP connections, and the processes that the server started. */
function leftovers(pid: number): { connections: number[]; children: string[] } {
  const connections = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    // 01: established, 02: connecting.
    .filter((fields) => fields[3] === '01' || fields[3] === '02')
    .map((fields) => Number.parseInt(fields[2]?.split(':')[1] ?? '0', 16));
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((child) => child !== '');
  return { connections, children };
}

interface WrongAddress {
  readonly what: string;
  readonly url: () => string | Promise<string>;
  readonly user?: string;
  readonly password?: string;
  readonly says: RegExp;
  readonly port?: () => number;
}

const wrong: WrongAddress[] = [
  { what: 'not an address', url: () => 'camera at home', says: /can’t contain spaces/ },
  { what: 'a password whose end is unclear', url: () => 'rtsp://admin:12/34@camera/cam', says: /“\/” belongs to the password/ },
  { what: 'the address of a website', url: () => `http://127.0.0.1:${portOf(web)}/`, says: /not as an ONVIF camera/ },
  {
    what: 'a wrong password',
    url: () => camera.url('/digest'),
    user: 'admin',
    password: 'wrong',
    says: /did not accept the user name or the password/,
  },
  { what: 'no such stream', url: () => camera.url('/nothing-here'), says: /no stream at this path/ },
  { what: 'a closed port', url: async () => `rtsp://127.0.0.1:${await freePort()}/cam`, says: /Nothing answers at this address/ },
  {
    what: 'an HTTP server instead of RTSP',
    url: () => `rtsp://127.0.0.1:${portOf(web)}/cam`,
    says: /not an RTSP camera/,
    port: () => portOf(web),
  },
];

async function seeReason({ url, user, password, says, port }: Omit<WrongAddress, 'what'>): Promise<void> {
  const { page } = view;
  const address = await url();
  await fillCamera(page, product, {
    url: address,
    name: 'Wrong',
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
  });
  await page
    .getByText(says)
    .first()
    .waitFor({ timeout: atMost(10_500) });
  // What was typed stays.
  expect(await page.getByLabel('Camera address').inputValue()).toBe(address);
  if (port) await until('the connection to be closed', () => !leftovers(product.pid).connections.includes(port()), 5000);
  expect(leftovers(product.pid).children).toEqual([]);
}

for (const { what, ...address } of wrong)
  test(`${what}: a clear message within 10 s, nothing added, nothing left running`, () => seeReason(address));

test('a host that never answers: a clear message within 10 s, too, and nothing left running', () =>
  seeReason({ url: () => `rtsp://127.0.0.1:${portOf(silent)}/cam`, says: /did not answer in time/, port: () => portOf(silent) }));

/** A JPEG of 1280 by 720 that is not ours. */
async function realPicture(): Promise<Buffer> {
  const made = promisify(execFile)(
    'ffmpeg',
    ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1280x720', '-frames:v', '1', '-f', 'mjpeg', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 8 * 1024 * 1024 },
  );
  return (await made).stdout;
}

test('no failed attempt has added a camera', async () => {
  await view.page.goto(product.url);
  await view.page.getByText('No cameras yet').waitFor();
});

test('a camera that was found in the network shows what it sees, and is live after three actions, without an address typed', async () => {
  const profile = (token: string, height: number, path: string) => ({
    token,
    encoding: 'H264',
    width: (height * 16) / 9,
    height,
    uri: camera.url(path),
  });
  const device = await startOnvifDevice({
    clock: { now: Date.now },
    user: { username: 'admin', password: 'secret' },
    skew: 3_600_000,
    picture: await realPicture(),
    profiles: [profile('low', 360, '/sub'), profile('high', 720, '/cam')],
  });
  const stopAnnouncing = await announceOnvif([{ url: device.url, name: 'Back door', model: 'NG-2' }]);
  const { page, errors, violations } = view;
  try {
    await page.goto(`${product.url}/cameras/add?step=address`);
    await page.getByRole('button', { name: 'Find cameras on the network' }).click();
    await page.getByRole('button', { name: `Back door NG-2 127.0.0.1:${device.port}` }).click();
    const form = page.locator('.add-chosen');
    await form.getByLabel('User name').fill('admin');
    await form.getByLabel('Password', { exact: true }).fill('secret');
    await form.getByRole('button', { name: 'Show snapshot' }).click();
    // Made small, and by the server: not as the camera gave it.
    const picture = form.getByRole('img', { name: 'What Back door NG-2 sees' });
    expect(
      await picture.evaluate(async (image: HTMLImageElement) => (await image.decode(), [image.naturalWidth, image.naturalHeight])),
    ).toEqual([480, 270]);
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.waitForURL(/\/cameras\/(?!add)[\w-]+/);
    await page.getByRole('heading', { name: 'Back door NG-2' }).waitFor();
    await seeLive(page);

    // The same by what is typed: its address alone. Without a name it is called what it calls itself.
    await fillCamera(page, product, { url: `127.0.0.1:${device.port}`, user: 'admin', password: 'secret' });
    await page.waitForURL(/\/cameras\/(?!add)[\w-]+/);
    await page.getByRole('heading', { name: 'Northgate NG-2' }).waitFor();
    await seeLive(page);
  } finally {
    stopAnnouncing();
    await device.close();
  }
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
});

test('a camera with a password is added by its address and shows what happens now', async () => {
  const { page, errors, violations } = view;
  await connectCamera(page, product, { url: camera.url('/digest'), user: 'admin', password: 'secret', name: 'Gate' });
  await page.getByRole('heading', { name: 'Gate' }).waitFor();
  await seeLive(page);
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
});

test('a camera on the local network is contacted by a worker with a policy of its own; the page itself may not contact it', async () => {
  const asked: string[] = [];
  const local = createHttpServer(({ method, url, headers }, answer) => {
    asked.push(`${method} ${url} ${headers.origin}`);
    answer
      .writeHead(method === 'POST' ? 502 : 200, {
        'access-control-allow-origin': product.url,
        'access-control-allow-headers': 'authorization, content-type',
        'content-type': 'application/json',
      })
      .end(
        JSON.stringify({ serialNumber: 'WP-0123456789ABCDEF', model: 'Camera agent', name: 'Yard', appVersion: '0.1.0', state: 'waiting' }),
      );
  }).listen(7654, '127.0.0.1');
  const { page, errors, violations } = view;
  try {
    await once(local, 'listening');
    await page.goto(`${product.url}/cameras/add?step=local&model=watchpost-camera`);
    await page.getByLabel('IP address of the camera').fill('127.0.0.1');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Failed to register camera: 502').waitFor();
    expect(asked.filter((line) => !line.startsWith('OPTIONS'))).toEqual([`GET / ${product.url}`, `POST /register ${product.url}`]);
    expect(await violations()).toEqual([]);
    expect(errors).toEqual([]);
    expect(
      await page.evaluate(() =>
        fetch('http://127.0.0.1:7654/').then(
          () => 'asked',
          () => 'refused',
        ),
      ),
    ).toBe('refused');
    expect(asked.filter((line) => line.startsWith('GET'))).toHaveLength(1);
  } finally {
    local.closeAllConnections();
    local.close();
  }
});
