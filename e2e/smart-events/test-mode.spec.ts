import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';

let product: Product;
let browser: TestBrowser;
let camera: SceneCamera;
let person: Person;
let view: TestPage;
let id: string;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([startProduct(), launchBrowser(), startSceneCamera('street')]);
  person = await signInWithoutPage(product, 'owner@example.test');
  ({ id } = await person.client.addCamera.addRtsp({ url: camera.url, title: 'Yard' }));
  view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

test('a test draws what the server recognises over the live picture, also with unsaved settings, and makes no events', async () => {
  const { engine } = await person.client.smartEvents.list(id);
  const { page } = view;
  await page.goto(`${product.url}/cameras/${id}/settings/smart-events/vehicle-detection`);
  const toggle = page.getByRole('button', { name: 'Test', exact: true });
  await toggle.focus();
  await page.keyboard.press('Enter');
  if (engine.state !== 'ready') {
    // Where the optional packages are missing, the page says how to get them.
    await page
      .getByText(/only motion is found/)
      .first()
      .waitFor();
    return;
  }
  // Parked vehicles don't move, and are no event.
  await page
    .locator('.detection-box-name', { hasText: /^Vehicle 0\.\d\d/ })
    .first()
    .waitFor();
  await until('a parked vehicle with its reason', async () =>
    (await page.locator('.detection-box-name').allTextContents()).some((name) => name.endsWith('doesn’t move')),
  );
  await page.getByText(/\d objects?, \d+ ms/).waitFor();
  await page.keyboard.press('Enter');
  await until('no box', async () => (await page.locator('.detection-box').count()) === 0);
  const { events } = await person.client.events.list({ types: ['vehicle'] });
  expect(events).toEqual([]);
});
