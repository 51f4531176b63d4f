import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeLive } from '../support/journeys.ts';
import { ageOf, maxLiveAgeMs, readPicture } from '../support/picture.ts';
import { loseAndRegainCamera, waitForFootage } from '../support/player/shop-camera.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startSite } from '../support/site.ts';

const examples = resolve(import.meta.dirname, '../../examples');
let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const loseAndRegain = (page: Page): Promise<void> => loseAndRegainCamera(shop, page);
const footageOf = (length: number): Promise<void> => waitForFootage(shop, length);

test.each(['react', 'html-elements'])(
  'examples/%s, built as its owner builds it, on another origin: live, looked back, camera lost and back',
  async (example) => {
    const folder = await mkdtemp(join(tmpdir(), 'watchpost-example-'));
    const root = join(examples, example);
    // Here the widgets come from their source, where React's names mean Preact for the elements; as packed, they have tests of their own.
    const config = example === 'html-elements' ? ['--config', join(examples, 'workspace.config.ts')] : [];
    // In a process of its own: the test runner's NODE_ENV would make it a build for development.
    await promisify(execFile)(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...config, '--outDir', folder], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const site = await startSite(folder);
    try {
      const { page, errors } = await shop.browser.newPage();
      await page.goto(
        `${site.origin}/?server=${encodeURIComponent(shop.product.url)}&camera=${shop.cameraId}#${await shop.token(site.origin)}`,
      );
      await seeLive(page);
      await footageOf(15_000);
      // The controls come back when the pointer is over the picture.
      await page.locator('.wp-player').first().hover();
      for (let press = 0; press < 2; press++) await page.getByRole('button', { name: /back/i }).first().click();
      await until(
        'a recorded picture',
        async () => {
          const picture = await readPicture(page);
          const age = picture && ageOf(picture);
          return age !== null && age > maxLiveAgeMs;
        },
        30_000,
      );
      // The player's own button: a page may have buttons of its own.
      await page.locator('.wp-to-live').click();
      await seeLive(page);
      await loseAndRegain(page);
      expect(errors).toEqual([]);
    } finally {
      site.close();
      await rm(folder, { recursive: true });
    }
  },
);

test('examples/script-tag works unchanged', async () => {
  const site = await startSite(join(examples, 'script-tag'));
  const { page, errors } = await shop.browser.newPage();
  await page.goto(
    `${site.origin}/?server=${encodeURIComponent(shop.product.url)}&camera=${shop.cameraId}#${await shop.token(site.origin)}`,
  );
  await seeLive(page);
  expect(errors).toEqual([]);
  site.close();
});
