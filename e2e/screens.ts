/**
 * Renders every screen with real video at 390, 768 and 1440 px, light and dark, en and ru, into artifacts/screens/.
 * They are for looking at: nothing is called done before its pictures were opened.
 * Usage: npm run screens [name…]
 */
import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from './support/chromium.ts';
import { firstCamera, signIn } from './support/journeys.ts';
import { startProduct } from './support/product.ts';
import { screens } from './support/screens.ts';

const folder = 'artifacts/screens';
const widths = [390, 768, 1440] as const;
const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const product = await startProduct({ WATCHPOST_DEMO: '1' });
const browser = await launchBrowser();
try {
  const { page, context } = await browser.newPage();
  await signIn(page, product, 'anna.k@example.test');
  const cameraId = await firstCamera(page);
  // Footage for the timeline.
  await page.waitForTimeout(30_000);
  const storageState = await context.storageState();

  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const width of widths) {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const locale of ['en', 'ru'] as const) {
          const options: BrowserContextOptions = {
            viewport: { width, height: width === 390 ? 844 : width === 768 ? 1024 : 900 },
            colorScheme,
            locale: locale === 'ru' ? 'ru-RU' : 'en-GB',
            ...(!screen.isPublic && { storageState }),
          };
          const view = await browser.newPage(options);
          await screen.open(view.page, product, cameraId);
          await view.page.screenshot({ path: `${folder}/${screen.name}-${width}-${colorScheme}-${locale}.png` });
          await view.context.close();
        }
      }
    }
    console.log(`${screen.name}: ${widths.length * 4} pictures`);
  }
} finally {
  await browser.close();
  await product.dispose();
}
