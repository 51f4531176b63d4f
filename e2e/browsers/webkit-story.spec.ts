import { afterAll, beforeAll, describe, test } from 'vitest';
import { isMissing } from '../support/browsers/missing.ts';
import { seeLiveAndArchive } from '../support/browsers/story.ts';
import { launchNone, launchWebKit, type WebKitPage } from '../support/browsers/webkit.ts';
import { openShop, type Shop } from '../support/shop.ts';

describe.skipIf(isMissing('webkit'))('WebKit', () => {
  let shop: Shop;
  let page: WebKitPage;
  beforeAll(async () => {
    [shop, page] = await Promise.all([openShop({}, launchNone), launchWebKit()]);
  });
  afterAll(async () => {
    await page?.close();
    await shop?.close();
  });

  test('story: live, a recorded moment, live again', () => seeLiveAndArchive(page, shop));
});
