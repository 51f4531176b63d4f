import { createDevicePtz, startOnvifDevice, type DevicePtz, type OnvifDevice } from '@watchpost/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { until, type RunningProduct } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

const user = { username: 'admin', password: 'secret' };
let product: RunningProduct;
let browser: TestBrowser;
let camera: SceneCamera;
let dome: DevicePtz;
let device: OnvifDevice;
let person: Person;
let view: TestPage;
let id: string;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([sharedProduct(), launchBrowser(), startSceneCamera('street', { isSmall: true })]);
  dome = createDevicePtz();
  device = await startOnvifDevice({
    clock: { now: Date.now },
    user,
    skew: 3_600_000,
    profiles: [{ token: 'main', encoding: 'H264', width: 1280, height: 720, uri: camera.url, more: dome.configuration }],
    services: [dome.service],
  });
  person = await signInWithoutPage(product, product.emailOf('owner'));
  ({ id } = await person.client.addCamera.addOnvif({ address: `127.0.0.1:${device.port}`, ...user, title: 'Yard dome' }));
  view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
  await device?.close();
  await camera?.stop();
});

const last = () => dome.moves.at(-1);
const isStopped = () => dome.moves.length > 0 && last() === null;

test('a camera that can turn shows the control; a drag over the live picture turns it, and releasing stops it', async () => {
  const { page } = view;
  await page.goto(`${product.url}/cameras/${id}`);
  await page.getByRole('link', { name: 'Control the camera' }).click();
  await page.waitForURL(`**/cameras/${id}/ptz`);
  await until('a moving picture', () =>
    page.locator('.ptz-stage video').evaluate((video: HTMLVideoElement) => video.currentTime > 0 && video.videoWidth > 0),
  );
  const box = await page.locator('.ptz-board').boundingBox();
  if (!box) throw new Error('There is nothing to drag over.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 5 });
  // On the camera's own scale and with its own time-out: it stops without us too.
  await until('the camera to turn right at full speed', () => last()?.pan === 1 && last()?.tilt === 0 && last()?.timeout === 3);
  await page.getByText('Moving', { exact: true }).waitFor();
  const turned = dome.moves.length;
  await until('another move', () => dome.moves.length > turned);
  await page.mouse.up();
  await until('the camera to stop', isStopped);
  // All of it is one entry.
  await until('an entry of the access log', async () => {
    const { entries } = await person.client.sharing.accessLog({ cameraId: id, kind: ['steering'] });
    return entries.length === 1 && entries[0]?.who.kind === 'user';
  });
});

test('keys, the gamepad and buttons steer; presets are reached', async () => {
  const { page } = view;
  await page.keyboard.down('ArrowUp');
  await until('the camera to turn up', () => last()?.tilt === 0.5);
  await page.keyboard.up('ArrowUp');
  await until('the camera to stop', isStopped);

  // Chromium has no stand-in for a gamepad.
  await page.evaluate(() => {
    const pad = { connected: true, axes: [0, 0, 0, -1], buttons: [] };
    Object.defineProperty(navigator, 'getGamepads', { configurable: true, value: () => [pad] });
    Object.assign(globalThis, { letGo: () => (pad.axes[3] = 0) });
    dispatchEvent(new Event('gamepadconnected'));
  });
  await until('the camera to zoom in', () => last()?.zoom === 1);
  await page.evaluate('letGo()');
  await until('the camera to stop', isStopped);

  const zoomOut = page.getByRole('button', { name: 'Zoom out' });
  await zoomOut.hover();
  await page.mouse.down();
  await until('the camera to zoom out', () => last()?.zoom === -0.5);
  await page.mouse.up();
  await until('the camera to stop', isStopped);

  await page.getByRole('textbox', { name: 'View name' }).fill('Gate & <b>yard</b>');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Gate & <b>yard</b>', exact: true }).click();
  await page.getByRole('button', { name: 'Home position', exact: true }).click();
  await until('the camera to have gone to both', () => dome.visits.includes('2') && dome.visits.includes('home'));
});

test('the safety stop: the network is lost, and the page is closed, in the middle of a movement', async () => {
  const { page, context } = view;
  await page.keyboard.down('ArrowLeft');
  await until('the camera to turn left', () => last()?.pan === -0.5);
  await context.setOffline(true);
  await until('the camera to stop', isStopped);
  await page.keyboard.up('ArrowLeft');
  await context.setOffline(false);

  await page.keyboard.down('ArrowRight');
  await until('the camera to turn right', () => last()?.pan === 0.5);
  const begun = dome.moves.length;
  await page.goto('about:blank');
  await until('the camera to stop', () => isStopped() && dome.moves.length > begun);
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
