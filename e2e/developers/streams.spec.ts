import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { openDialog } from '../support/journeys.ts';
import { addStream, createOwner } from '../support/owner.ts';
import { freePort, startProduct, type Product } from '../support/product.ts';
import { signedIn } from '../support/signed-in.ts';
import { startSite, type Site } from '../support/site.ts';

let product: Product;
let browser: TestBrowser;
let camera: SceneCamera;
let site: Site;

beforeAll(async () => {
  const ports = { RTSP_PORT: String(await freePort()), ONVIF_PORT: String(await freePort()) };
  [product, browser, camera, site] = await Promise.all([
    startProduct(ports),
    launchBrowser(),
    startSceneCamera('street', { isSmall: true }),
    startSite(),
  ]);
  const owner = await createOwner(product);
  await addStream(owner, camera.url);
  owner.dispose();
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await product?.dispose();
  await camera?.stop();
});

test('a stream link gives a picture to a page of another site, until it is revoked', async () => {
  const { page } = await browser.newPage({ storageState: await signedIn(product, 'owner@example.test') });
  await page.goto(`${product.url}/settings/developers`);
  const streams = page.getByRole('region', { name: 'Streams' });
  await streams.getByRole('button', { name: 'Create stream link' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Name').fill('Lobby screen');
  await dialog.getByRole('switch', { name: 'Also as an ONVIF device' }).click();
  await dialog.getByRole('button', { name: 'Create stream link' }).click();
  const addresses = page.getByRole('dialog', { name: 'Addresses of Lobby screen' });
  expect(await addresses.getByLabel('RTSP', { exact: true }).inputValue()).toMatch(/^rtsp:\/\/\w{10}:[0-9a-f]{32}@[\w.]+:\d+\/cam_[\w-]+$/);
  expect(await addresses.getByLabel('ONVIF', { exact: true }).inputValue()).toMatch(/^http:\/\/[\w.]+:\d+\/onvif\/\w{10}\/device_service$/);
  const snapshot = await addresses.getByLabel('Picture', { exact: true }).inputValue();
  await page.keyboard.press('Escape');
  await streams.getByText('RTSP, HLS, Picture, ONVIF').waitFor();

  expect((await fetch(snapshot)).headers.get('content-type')).toBe('image/jpeg');
  const { page: other } = await browser.newPage();
  site.page('/lobby', '<!doctype html><title>Lobby</title>');
  await other.goto(`${site.origin}/lobby`);
  const load = (address: string) =>
    other.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      return image.decode().then(
        () => image.naturalWidth,
        () => 0,
      );
    }, address);
  expect(await load(snapshot)).toBeGreaterThan(100);

  await streams.getByRole('button', { name: 'Lobby screen: actions' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  await streams.getByText(/^Revoked/).waitFor();
  expect(await load(`${snapshot}?again`)).toBe(0);
});
