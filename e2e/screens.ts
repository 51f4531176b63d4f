/**
 * Renders every screen with real video at 390, 768 and 1440 px, light and dark, en and ru, into artifacts/screens/.
 * They are for looking at: nothing is called done before its pictures were opened.
 * Usage: npm run screens [name…]
 */
import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './support/chromium.ts';
import { signIn } from './support/journeys.ts';
import { startProduct, until, type Product } from './support/product.ts';

interface Screen {
  readonly name: string;
  readonly isPublic?: boolean;
  /** Brings the page to the state to be shown. */
  readonly open: (page: Page, product: Product, cameraId: string) => Promise<void>;
}

const folder = 'artifacts/screens';
const widths = [390, 768, 1440] as const;
const settle = (page: Page, ms: number): Promise<void> => page.waitForTimeout(ms);

const screens: readonly Screen[] = [
  { name: 'sign-in', isPublic: true, open: async (page, { url }) => void (await page.goto(`${url}/signin`, { waitUntil: 'networkidle' })) },
  {
    name: 'sign-in-code',
    isPublic: true,
    open: async (page, { url }) => {
      await page.goto(`${url}/signin`, { waitUntil: 'networkidle' });
      // An address of its own for each picture: the limits of the sign-in hold here too.
      await page.locator('input[type=email], input[autocomplete=email]').first().fill(`anna.${Math.random().toString(36).slice(2, 8)}@example.test`);
      await page.keyboard.press('Enter');
      await page.locator('input[autocomplete=one-time-code]').waitFor();
      await page.keyboard.type('4081');
    },
  },
  { name: 'dashboard', open: async (page, { url }) => { await page.goto(url); await settle(page, 2500); } },
  { name: 'add-camera', open: async (page, { url }) => void (await page.goto(`${url}/cameras/add`, { waitUntil: 'networkidle' })) },
  { name: 'camera-live', open: async (page, { url }, id) => { await page.goto(`${url}/cameras/${id}`); await settle(page, 3000); } },
  { name: 'camera-archive', open: async (page, { url }, id) => { await page.goto(`${url}/cameras/${id}?t=${Date.now() - 20_000}`); await settle(page, 3000); } },
  { name: 'not-found', open: async (page, { url }) => void (await page.goto(`${url}/no-such-page`, { waitUntil: 'networkidle' })) },
];

const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const product = await startProduct({ WATCHPOST_DEMO: '1' });
const browser = await launchBrowser();
try {
  const { page, context } = await browser.newPage();
  await signIn(page, product, 'anna.k@example.test');
  const cameraId = await until('the demo cameras and a minute of footage', async () => {
    const href = await page.locator('a[href^="/cameras/"]:not([href$="/add"])').first().getAttribute('href', { timeout: 1000 }).catch(() => null);
    return href?.split('/')[2];
  }, 30_000);
  await settle(page, 30_000);
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
