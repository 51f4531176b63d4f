import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { chooseByArrows, createWalker, focusedStop, seeFocusKept } from '../support/keyboard/walker.ts';
import { createOwner } from '../support/owner.ts';
import { until, type RunningProduct } from '../support/product.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

let product: RunningProduct;
let browser: TestBrowser;
let camera: SceneCamera;
let email: string;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([sharedProduct(), launchBrowser(), startSceneCamera('street', { isSmall: true })]);
  email = product.emailOf('keys');
  const owner = await createOwner(product, email);
  await owner.addCamera.addRtsp({ url: camera.url, title: 'Street' });
  owner.dispose();
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

test('sign-in, dashboard, settings and sign-out by keys alone, every stop with a visible focus', async () => {
  const { page, errors } = await browser.newPage({ reducedMotion: 'reduce' });
  const walker = createWalker(page);
  await page.goto(`${product.url}/signin`);
  await until('the field to have the focus', async () => (await focusedStop(page))?.name === 'E-mail');
  await page.keyboard.type(email);
  const asked = Date.now();
  await walker.to(/^Continue$/);
  await walker.press('Enter');
  await until('the code field to have the focus', async () => (await focusedStop(page))?.name === 'Code of 6 digits').catch(
    async (error: unknown) => {
      throw new Error(
        `${String(error)} ${(await focusedStop(page))?.name} has it on a page that says: ${await page.locator('main').innerText()}`,
      );
    },
  );
  await page.keyboard.type(await product.code(email, { after: asked }));
  await page.getByText('Continue without apps').waitFor();
  await walker.to(/^Continue without apps$/);
  await walker.press('Enter');
  await page.getByRole('heading', { name: 'All locations' }).waitFor();
  // It appears with the cameras, and moves what is below it.
  await page.getByRole('link', { name: 'Video wall' }).waitFor();

  // The first stop of a page skips its navigation.
  await walker.to(/^Skip to content$/);
  await walker.to(/^Cameras$/);
  await walker.to(/^Settings$/);
  await walker.to(/^Profile/);
  await walker.press('Enter');
  await page.getByRole('menu').waitFor();
  await chooseByArrows(page, /^Account settings$/);
  await page.waitForURL('**/settings/account');
  await page.getByRole('heading', { name: 'Account' }).first().waitFor();
  await walker.to(/^Change/);
  await walker.press('Enter');
  await page.getByRole('dialog', { name: 'Change e-mail' }).waitFor();
  // A dialog keeps the focus, and gives it back.
  await seeFocusKept(page);
  await walker.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await focusedStop(page))?.name).toMatch(/^Change/);

  await page.keyboard.press('Control+K');
  await page.getByPlaceholder('Camera, place or action').waitFor();
  await page.keyboard.type('Sign out');
  await walker.press('Enter');
  await page.getByRole('alertdialog', { name: 'Sign out?' }).waitFor();
  await walker.to(/^Sign out$/);
  await walker.press('Enter');
  await page.waitForURL('**/signin');
  await until('the field to have the focus again', async () => (await focusedStop(page))?.name === 'E-mail');

  expect(walker.unseen).toEqual([]);
  expect(errors).toEqual([]);
});
