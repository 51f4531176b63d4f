import { botToken, startBotApiDouble, type BotApiDouble } from '@watchpost/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';

const guards = { id: -500, title: 'Night guards' };

let telegram: BotApiDouble;
let product: Product;
let browser: TestBrowser;
let camera: SceneCamera;
let person: Person;

beforeAll(async () => {
  telegram = await startBotApiDouble();
  [product, browser, camera] = await Promise.all([
    startProduct({ TELEGRAM_BOT_TOKEN: botToken, TELEGRAM_API_ORIGIN: telegram.origin }),
    launchBrowser(),
    startSceneCamera('street', { isSmall: true }),
  ]);
  person = await signInWithoutPage(product, 'owner@example.test');
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
  await telegram?.close();
});

test('a group is linked by the code, is sent what a camera sees, and is deactivated', async () => {
  const view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1280, height: 900 } });
  const { page, errors, violations } = view;
  // The short address leads to the page, which has what the dialog has.
  await page.goto(`${product.url}/settings/telegram-notifications`);
  await page.waitForURL('**/settings/account/telegram-notifications');
  await page.getByText('No chat is linked yet.').waitFor();
  await page.goto(`${product.url}/activities`);
  await page.getByRole('link', { name: 'Set up the bot' }).waitFor();
  await page.getByRole('button', { name: 'Telegram bot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Telegram bot' });
  const shown = await dialog.getByRole('img', { name: /^Code: / }).getAttribute('aria-label');
  expect(await violations()).toEqual([]);
  telegram.write(guards, `/start ${shown?.replace('Code: ', '') ?? ''}`);
  await dialog.getByRole('button', { name: /^Linked chats ?1/ }).click();
  await page.getByText('Night guards', { exact: true }).waitFor();
  expect(await violations()).toEqual([]);

  await person.client.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
  const alert = await until('the alert', async () => telegram.sent.find(({ text }) => text.startsWith('Motion, Yard')));
  expect([alert.chatId, [...(alert.picture ?? [])].slice(0, 2), telegram.faults]).toEqual(['-500', [0xff, 0xd8], []]);

  await page.getByRole('button', { name: 'Deactivate: Night guards' }).click();
  await page.getByRole('group', { name: 'Deactivate ‘Night guards’?' }).getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('No chat is linked yet.').waitFor();
  expect(errors).toEqual([]);
});
