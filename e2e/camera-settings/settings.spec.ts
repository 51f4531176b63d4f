import { createDeviceNetwork, startOnvifDevice } from '@watchpost/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { until, type RunningProduct } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

let product: RunningProduct;
let browser: TestBrowser;
let camera: SceneCamera;
let person: Person;
let view: TestPage;
let id: string;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([sharedProduct(), launchBrowser(), startSceneCamera('street', { isSmall: true })]);
  person = await signInWithoutPage(product, product.emailOf('owner'));
  ({ id } = await person.client.addCamera.addRtsp({ url: camera.url, title: 'Yard' }));
  view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1280, height: 900 } });
  await view.page.goto(`${product.url}/cameras/${id}/settings`);
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

const settings = () => person.client.cameraSettings.get(id);
const motion = () => person.client.events.motionDetection(id);

test('a change of what is recorded applies immediately and is shown once the server has saved it; a refusal changes nothing', async () => {
  const { page } = view;
  await page.getByRole('radio', { name: /^Motions only/ }).click();
  await until('the server to have it', async () => (await settings()).archiveRecording === 'motion');
  await page.getByRole('switch', { name: /^Sound recording/ }).click();
  await until('the server to have it', async () => !(await settings()).isSoundRecorded);
  await page.route('**/settings', (route) => (route.request().method() === 'PATCH' ? route.fulfill({ status: 503 }) : route.continue()));
  await page.getByRole('radio', { name: /^Disabled/ }).click();
  // The dialog names what would be lost and asks for confirmation, so that no slip of the finger deletes it.
  const question = page.getByRole('alertdialog', { name: 'Stop recording “Yard”?' });
  await question.getByText('Existing recordings stay for 7 days.').waitFor();
  await question.getByRole('button', { name: 'Keep recording' }).click();
  expect((await settings()).archiveRecording).toBe('motion');
  await page.getByRole('switch', { name: /^Detect motion/ }).click();
  await question.getByRole('button', { name: 'Keep recording' }).click();
  expect((await motion()).isEnabled).toBe(true);
  await page.getByRole('radio', { name: /^Disabled/ }).click();
  await question.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByText('Not saved').waitFor();
  expect([await page.getByRole('radio', { name: /^Motions only/ }).isChecked(), (await settings()).archiveRecording]).toEqual([
    true,
    'motion',
  ]);
  await page.unroute('**/settings');
});

test('an area is drawn over the live picture, moved, resized and saved automatically; it is there after a reload', async () => {
  const { page } = view;
  await until('a moving picture', () =>
    page.locator('.settings-stage video').evaluate((video: HTMLVideoElement) => video.currentTime > 0 && video.videoWidth > 0),
  );
  const board = page.locator('.area-board');
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  if (!box) throw new Error('There is nothing to draw on.');
  const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
    await page.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1]);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps: 4 });
    await page.mouse.up();
  };
  await drag([0.1, 0.2], [0.4, 0.6]);
  await drag([0.3, 0.4], [0.5, 0.4]);
  await drag([0.6, 0.6], [0.7, 0.8]);
  await page.getByRole('slider', { name: 'Sensitivity' }).fill('9');
  await page.getByText('Saved', { exact: true }).waitFor();
  const saved = await until('the server to have it', async () => {
    const known = await motion();
    return known.sensitivity === 9 && known.areas.length === 1 && known;
  });
  expect(saved.isEnabled).toBe(true);
  const [area] = saved.areas;
  for (const [side, expected] of [
    ['x', 0.3],
    ['y', 0.2],
    ['width', 0.4],
    ['height', 0.6],
  ] as const)
    expect(area?.[side]).toBeCloseTo(expected, 1);
  await page.reload();
  await page.getByRole('button', { name: /^Area 1: 24 % of the picture, 30 % from the left, 20 % from the top/ }).waitFor();
});

test('keys suffice: add, move, resize beyond the maximum, delete; leaving with unsavable changes asks first', async () => {
  const { page } = view;
  await page.getByRole('button', { name: 'Add area' }).press('Enter');
  const second = page.getByRole('button', { name: /^Area 2:/ });
  await second.focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: /^Area 2: 16 % of the picture, 38 % from the left, 35 %/ }).waitFor();
  // Both are saved before the next change, which can't be, and is discarded with all that is not saved yet.
  await until('the server to have both areas', async () => (await motion()).areas[1]?.x === 0.38);
  await page.keyboard.press('Delete');
  await second.waitFor({ state: 'detached' });
  await until('the server to have one area', async () => (await motion()).areas.length === 1);

  const first = page.getByRole('button', { name: /^Area 1:/ });
  await first.focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowLeft');
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowUp');
  for (let press = 0; press < 70; press += 1) await page.keyboard.press('Shift+ArrowRight');
  for (let press = 0; press < 50; press += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('Too large').waitFor();

  await page.getByRole('link', { name: 'To the camera' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(new URL(page.url()).pathname).toBe(`/cameras/${id}/settings`);
  await page.getByRole('link', { name: 'To the camera' }).first().click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL(`**/cameras/${id}`);
  expect((await motion()).areas).toHaveLength(1);
});

test('the camera executes the commands of the device dialogs: a restart, another network; the page stays', async () => {
  const { page } = view;
  const { service, state } = createDeviceNetwork({ ip: '127.0.0.1' });
  const profile = { token: 'main', encoding: 'H264', width: 1280, height: 720, uri: camera.url };
  const device = await startOnvifDevice({ clock: { now: Date.now }, services: [service], profiles: [profile] });
  try {
    const dome = await person.client.addCamera.addOnvif({ address: device.url, title: 'Gate' });
    await page.goto(`${product.url}/cameras/${dome.id}/settings`);
    await page.getByRole('button', { name: /^Device settings/ }).click();
    await page.getByRole('button', { name: /^Restart camera/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restart camera' }).click();
    await until('the camera to get the command', () => state.restarts === 1);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: /^Network/ }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Static').check();
    await page.getByLabel('Mask').fill('255.255.0.0');
    await page.getByLabel('Primary DNS').fill('9.9.9.9');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change' }).click();
    await page.getByText('9.9.9.9').waitFor();
    expect(state.cable).toEqual({ isDhcp: false, ip: '127.0.0.1', prefixLength: 16, gateway: '', dns: ['9.9.9.9'] });
    expect(new URL(page.url()).search).toBe('');
    await person.client.cameras.remove(dome.id);
  } finally {
    await device.close();
  }
  await page.goto(`${product.url}/cameras/${id}/settings`);
});

test('the name is changed; the policy refused nothing and the page reported no error', async () => {
  const { page } = view;
  await page.goto(`${product.url}/cameras/${id}/settings`);
  await page.getByLabel('Name', { exact: true }).fill('Gate');
  await page.keyboard.press('Enter');
  await until('the name', async () => (await person.client.cameras.get(id)).title === 'Gate');
  await page.getByText('Gate', { exact: true }).first().waitFor();
  expect(await view.violations()).toEqual([]);
  expect(view.errors.filter((error) => !error.includes('503'))).toEqual([]);
});
