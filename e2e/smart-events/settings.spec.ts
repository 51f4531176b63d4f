import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
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
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

const settingsOf = async (type: 'lineCrossing' | 'intrusion') =>
  (await person.client.smartEvents.list(id)).detections.find((one) => one.type === type);

/** Drags over the picture, between places that are fractions of it. */
async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { page } = view;
  const board = page.locator('.detection-board');
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  if (!box) throw new Error('There is nothing to draw on.');
  await page.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps: 4 });
  await page.mouse.up();
}

test('from the camera’s settings to a line: drawn by pointer and keys, saved, switched on in place of motion, there after a reload', async () => {
  const { page } = view;
  await page.goto(`${product.url}/cameras/${id}/settings`);
  await page.getByRole('link', { name: /^Open smart events/ }).click();
  await page.getByRole('link', { name: /^Line crossing/ }).click();
  await page.waitForURL(`**/cameras/${id}/settings/smart-events/line-crossing-detection`);
  await until('a moving picture', () =>
    page.locator('.settings-stage video').evaluate((video: HTMLVideoElement) => video.currentTime > 0 && video.videoWidth > 0),
  );
  await drag([0.2, 0.5], [0.6, 0.5]);
  await page.getByRole('button', { name: /^Line 1, point 2 of 2: 60 % from the left, 50 % from the top/ }).focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: /^Line 1, point 2 of 2: 80 % from the left, 50 %/ }).waitFor();
  await page.getByRole('radio', { name: 'A to B' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();

  await page.getByRole('switch').click();
  const prompt = page.getByRole('dialog', { name: 'Turn motion detection off?' });
  await prompt.getByRole('button', { name: 'Keep motion' }).click();
  expect(await settingsOf('lineCrossing')).toMatchObject({ isEnabled: false });
  await page.getByRole('switch').click();
  await prompt.getByRole('button', { name: 'Turn motion off' }).click();
  await page.getByText('Motion detection is off while line crossing runs on this camera.').waitFor();
  expect(await person.client.smartEvents.list(id)).toMatchObject({ isMotionEnabled: false });

  await page.reload();
  await page.getByRole('button', { name: /^Line 1, point 2 of 2: 80 % from the left, 50 %/ }).waitFor();
  expect(await settingsOf('lineCrossing')).toMatchObject({ isEnabled: true, lines: [{ name: 'Line 1', direction: 'aToB' }] });
});

test('an area that is too large is named and not saved; leaving asks before it is lost', async () => {
  const { page } = view;
  await page.goto(`${product.url}/cameras/${id}/settings/smart-events/intrusion-detection`);
  await page.locator('.detection-board').waitFor();
  await drag([0.02, 0.02], [0.98, 0.98]);
  await page.getByText('The area of “Area 1” exceeds the allowed limit. Reduce it to save.').waitFor();
  await page.getByText('Area 1: Too large').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);

  await page.getByRole('link', { name: 'To the smart events' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('link', { name: 'To the smart events' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL(`**/cameras/${id}/settings/smart-events`);
  expect(await settingsOf('intrusion')).toMatchObject({ zones: [] });
  expect(view.errors).toEqual([]);
});
