import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { firstCamera } from '../support/journeys.ts';
import { receivedSpeech } from '../support/player/received-speech.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signedIn, type SignedIn } from '../support/signed-in.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let product: Product;
let browser: TestBrowser;
let owner: SignedIn;

beforeAll(async () => {
  // The virtual cameras have a loudspeaker: a file. Chromium's stand-in for a microphone beeps.
  [product, browser] = await Promise.all([
    startProduct({ WATCHPOST_DEMO: '1' }),
    launchBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
  ]);
  owner = await signedIn(product, 'owner@example.test');
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const talkOf = (page: Page): ReturnType<Page['locator']> => page.locator('.wp-talk');
const looksLike = (page: Page, kind: string): Promise<void> => page.locator(`.wp-talk-${kind}`).waitFor();

test('the owner is heard from the camera while the button is held, and when it is locked; a second talker waits; leaving the page ends it', async () => {
  const [mine, other] = await Promise.all([
    browser.newPage({ storageState: owner, permissions: ['microphone'] }),
    browser.newPage({ storageState: owner, permissions: ['microphone'] }),
  ]);
  const { page } = mine;
  await page.goto(product.url);
  const id = await firstCamera(page);
  for (const { page: each } of [mine, other]) await each.goto(`${product.url}/cameras/${id}`);
  await talkOf(page).waitFor({ timeout: atMost(30_000) });

  await talkOf(page).hover();
  await page.mouse.down();
  await looksLike(page, 'talking');
  await until('sound at the camera', () => receivedSpeech(product) > 2_000);
  expect(
    await page.evaluate(() => Number(getComputedStyle(document.querySelector('.wp-talk') ?? document.body).getPropertyValue('--wp-level'))),
  ).toBeGreaterThanOrEqual(0);

  await talkOf(other.page).waitFor();
  await talkOf(other.page).click();
  await other.page.getByText('Someone else is talking').first().waitFor();
  await looksLike(other.page, 'refused');

  await page.mouse.up();
  await looksLike(page, 'idle');
  const bytesAtFirst = receivedSpeech(product);
  expect(bytesAtFirst).toBeGreaterThan(2_000);

  // A click keeps talking; the other page learns only by trying that the camera is free again.
  await until('the other one to be heard', async () => {
    await talkOf(other.page).click();
    return other.page
      .locator('.wp-talk-talking')
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
  });
  await until('new sound at the camera', () => receivedSpeech(product) > 2_000);
  await other.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await looksLike(other.page, 'idle');

  // The keyboard works, too: it talks as long as T is held.
  await page.locator('.wp-player').focus();
  await page.keyboard.down('t');
  await looksLike(page, 'talking');
  await page.keyboard.up('t');
  await looksLike(page, 'idle');
  expect([...(await mine.violations()), ...mine.errors, ...(await other.violations()), ...other.errors]).toEqual([]);
});
