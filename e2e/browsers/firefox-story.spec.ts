import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchFirefox } from '../support/browsers/firefox.ts';
import { isMissing } from '../support/browsers/missing.ts';
import { seeLiveAndArchive } from '../support/browsers/story.ts';
import { openShop, type Shop } from '../support/shop.ts';

describe.skipIf(isMissing('firefox'))('Firefox', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({}, launchFirefox);
  });
  afterAll(() => shop?.close());

  test('story: live, a recorded moment, live again', async () => {
    const { page, errors } = await shop.browser.newPage();
    await seeLiveAndArchive(page, shop);
    expect(errors).toEqual([]);
  });
});
