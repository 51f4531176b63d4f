import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../tooling/lib/root.ts';
import { run } from '../../tooling/lib/run.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';
import { launchBrowser } from '../support/chromium.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startSite, type Site } from '../support/site.ts';

let shop: Shop;
let docs: Site;

beforeAll(async () => {
  const built = await run(process.execPath, [join(root, 'tooling/commands/docs.ts')], { env: { DOCS_WITHOUT_CODE: '1' } });
  if (built.code !== 0) throw new Error(built.output);
  docs = await startSite(join(root, 'docs/.vitepress/dist'));
  shop = await openShop({}, launchBrowser, '/sub');
}, atMost(400_000));
afterAll(async () => {
  docs?.close();
  await shop?.close();
});

async function open(path: string) {
  const { page, context, errors } = await shop.browser.newPage();
  onTestFinished(() => context.close());
  await page.goto(docs.origin + path);
  return { page, errors };
}

test('the pages of the elements show the reader’s own camera: as player, timeline, picture and wall', async () => {
  await until('a preview', async () => (await shop.owner.cameras.get(shop.cameraId)).previewUrl, 60_000);
  const token = await shop.token(docs.origin);
  for (const [element, sign] of [
    ['watchpost-camera', 'watchpost-camera:state(live)'],
    ['watchpost-timeline', 'watchpost-timeline [role=slider]'],
    ['watchpost-snapshot', 'watchpost-snapshot img'],
    ['watchpost-video-wall', 'watchpost-video-wall:state(live)'],
  ] as const) {
    const { page, errors } = await open(`/reference/elements/${element}.html`);
    await page.locator('.demo').getByLabel('Server').fill(shop.product.url);
    await page.locator('.demo').getByLabel('Camera ID').fill(shop.cameraId);
    await page.locator('.demo').getByLabel('Embed token').fill(token);
    await page.getByRole('button', { name: 'Show the camera' }).click();
    await page
      .locator(sign)
      .first()
      .waitFor({ state: 'attached', timeout: atMost(60_000) });
    expect([element, errors]).toEqual([element, []]);
  }
});

test.each([
  ['/index.html', 'Search', 'webhook', 'webhooks'],
  ['/ru/index.html', 'Поиск', 'вебхук', '/ru/guide/webhooks'],
])('the search of %s finds what the guides of its language say', async (path, label, words, target) => {
  const { page, errors } = await open(path);
  await page.getByRole('button', { name: label }).first().click();
  await page.locator('#localsearch-input').fill(words);
  await page
    .locator(`#localsearch-list a[href*="${target}"]`)
    .first()
    .waitFor({ timeout: atMost(30_000) });
  expect(errors).toEqual([]);
});
