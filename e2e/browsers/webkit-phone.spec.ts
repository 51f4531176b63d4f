import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../support/browsers/missing.ts';
import { describePlayer, keepStates, openElement } from '../support/browsers/webkit-element.ts';
import { launchNone, launchWebKit, type WebKitPage } from '../support/browsers/webkit.ts';
import { seeNow, seeReady } from '../support/player/shown-picture.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';

// What an iPhone has and a computer does not, in Safari's engine.

/** Counts how often the page asks a video to play, until the first press. */
const countPlays =
  "{ let plays = 0; const { play } = HTMLMediaElement.prototype; HTMLMediaElement.prototype.play = function () { plays += 1; return play.call(this); }; addEventListener('pointerdown', () => { document.documentElement.dataset.plays ??= plays; }, true); }";

/** As where only the buttons of the device change it. */
const fixedVolume = "Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set() {} });";

describe.skipIf(isMissing('webkit'))('WebKit: refused autoplay', () => {
  let shop: Shop;
  let page: WebKitPage;
  beforeAll(async () => {
    [shop, page] = await Promise.all([openShop({}, launchNone), launchWebKit('--autoplay-policy=deny')]);
  });
  afterAll(async () => {
    await page?.close();
    await shop?.close();
  });

  test('a browser that plays nothing before a press, as an iPhone in Low Power Mode: Play, and not LIVE; the press starts it', async () => {
    await openElement(page, shop, shop.cameraId, keepStates + countPlays);
    await until('the state', async () => (await page.title()).endsWith(' blocked'), 60_000);
    expect(await page.title()).not.toContain('live');
    expect(await page.shows('LIVE')).toBe(false);
    await page.press('Play');
    await seeNow(page);
    expect(await page.title()).toMatch(/ live$/);
    // Nine a second were refused, for as long as nobody pressed.
    const plays = await page.evaluate(() => Number(document.documentElement.dataset['plays']));
    expect(plays).toBeGreaterThan(0);
    expect(plays).toBeLessThanOrEqual(2);
  });
});

describe.skipIf(isMissing('webkit'))('WebKit: refused sound', () => {
  let shop: Shop;
  let page: WebKitPage;
  beforeAll(async () => {
    [shop, page] = await Promise.all([openShop({}, launchNone, '/camaac'), launchWebKit('--autoplay-policy=allow-without-sound')]);
  });
  afterAll(async () => {
    await page?.close();
    await shop?.close();
  });

  test('a page that turns the sound on without a press gets Play, and the press brings both', async () => {
    const unmute =
      "addEventListener('watchpost-state', ({ detail, target }) => { if (detail.kind === 'live') target.setAttribute('muted', 'false'); });";
    await openElement(page, shop, shop.cameraId, keepStates + unmute);
    let states = '';
    await until(
      () => `the picture without its sound to be refused; the states: ${states}`,
      async () => / live (.* )?blocked$/.test((states = await page.title())),
      60_000,
    );
    expect(await page.shows('LIVE')).toBe(false);
    await page.press('Play');
    await seeNow(page);
    expect(await page.title()).toMatch(/ live$/);
  });

  test.each([
    ['has its slider', '', 1],
    ['can’t be set by pages, as on an iPhone: no slider', fixedVolume, 0],
  ] as const)('the volume %s', async (_, script, sliders) => {
    await openElement(page, shop, shop.cameraId, script);
    await seeReady(page);
    const count = (selector: string): Promise<number> =>
      page.evaluate((given) => document.querySelector('watchpost-camera')?.shadowRoot?.querySelectorAll(given).length ?? 0, selector);
    let seen = '';
    await until(
      () => `the button for the sound; the player: ${seen}`,
      async () => {
        seen = JSON.stringify(await page.evaluate(describePlayer));
        return (await count('.wp-volume button')) === 1;
      },
    );
    expect(await count('.wp-volume input')).toBe(sliders);
  });
});
