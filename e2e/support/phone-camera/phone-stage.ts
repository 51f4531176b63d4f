import type { Page } from 'playwright';
import { launchBrowser, type TestBrowser, type TestPage } from '../chromium.ts';
import { readPicture } from '../picture.ts';
import { until, type RunningProduct } from '../product.ts';
import { signInWithoutPage, type Person } from '../signed-in.ts';
import { sharedProduct } from '../worker/shared-product.ts';

/** A product with an owner, and a browser that has a camera and a microphone. */
export interface PhoneStage {
  readonly product: RunningProduct;
  readonly browser: TestBrowser;
  readonly owner: Person;
  /** A page on a phone, which may use both. */
  asPhone(): Promise<TestPage>;
  close(): Promise<void>;
}

/** Chromium's stand-ins for a camera and a microphone: a moving picture and a beep. */
const launchPhone = (): Promise<TestBrowser> => launchBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream');

/** @param launch another browser that has a camera and a microphone */
export async function openPhoneStage(launch = launchPhone): Promise<PhoneStage> {
  const [product, browser] = await Promise.all([sharedProduct(), launch()]);
  const close = async (): Promise<void> => {
    await browser.close();
    await product.dispose();
  };
  try {
    const owner = await signInWithoutPage(product, product.emailOf('owner'));
    const asPhone = (): Promise<TestPage> =>
      browser.newPage({ viewport: { width: 390, height: 844 }, permissions: ['camera', 'microphone'] });
    return { product, browser, owner, asPhone, close };
  } catch (error) {
    // The spec has no stage yet that it could close.
    await close();
    throw error;
  }
}

export const says = (page: Page, text: string): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor();

export async function seeMoving(page: Page): Promise<void> {
  let seen = '';
  const first = await until(
    () => `a picture; the page said: ${seen}`,
    async () => {
      seen = (
        await page
          .locator('.wp-player')
          .first()
          .innerText({ timeout: 1000 })
          .catch(() => 'nothing')
      ).replaceAll(/\s+/g, ' ');
      return readPicture(page);
    },
    // Two browsers, of which one encodes: on a busy machine, the camera is lost and found again meanwhile.
    60_000,
  );
  await until('it to move', async () => {
    const picture = await readPicture(page);
    return picture !== null && picture.fingerprint !== first.fingerprint;
  });
}
