import { hasMosquitto, retainedAt, startMosquitto, type Mosquitto } from '@watchpost/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';

describe.skipIf(!hasMosquitto)('home automation', () => {
  let mosquitto: Mosquitto;
  let product: Product;
  let browser: TestBrowser;
  let camera: SceneCamera;
  let person: Person;
  let view: TestPage;
  let id: string;

  beforeAll(async () => {
    if (!hasMosquitto) return;
    mosquitto = await startMosquitto();
    [product, browser, camera] = await Promise.all([
      startProduct({ HOME_MQTT_URL: `${mosquitto.url}/house` }),
      launchBrowser(),
      startSceneCamera('street', { isSmall: true }),
    ]);
    person = await signInWithoutPage(product, 'owner@example.test');
    ({ id } = await person.client.addCamera.addRtsp({ url: camera.url, title: 'Yard' }));
    view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1280, height: 900 } });
    await view.page.goto(`${product.url}/cameras/${id}/settings`);
  });
  afterAll(async () => {
    person?.client.dispose();
    await browser?.close();
    await product?.dispose();
    await camera?.stop();
    await mosquitto?.remove();
  });

  const textOf = async (topic: string): Promise<string | undefined> => (await retainedAt(mosquitto.url)).get(topic)?.toString();

  test('the owner publishes a camera in its settings; the broker has its state and its picture, and knows when the server is killed', async () => {
    const { page } = view;
    const control = page.getByRole('switch', { name: /^Publish over MQTT/ });
    await control.click();
    await page.getByText(`house/${id}/`, { exact: true }).waitFor();
    await until('the camera to be online at the broker', async () => (await textOf(`house/${id}/availability`)) === 'online');
    const picture = await until('its picture', async () => (await retainedAt(mosquitto.url)).get(`house/${id}/snapshot`));
    expect([...picture.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(await textOf(`homeassistant/device/watchpost_${id}/config`)).toContain('"name":"Yard"');

    await product.stop('SIGKILL');
    await until('the last will', async () => (await textOf('house/status')) === 'offline');
    await product.start();
    await until('the server to be back', async () => (await textOf('house/status')) === 'online');

    await page.reload();
    await control.click();
    await page.getByText(`house/${id}/`, { exact: true }).waitFor({ state: 'detached' });
    await until(
      'nothing of the camera to be left',
      async () => ![...(await retainedAt(mosquitto.url)).keys()].some((topic) => topic.includes(id)),
    );
  });
});
