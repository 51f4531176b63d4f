import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { atMost } from '../../tooling/tests/slow-machine.ts';
import { createTestBrowser, type TestBrowser } from '../support/browsers/test-browser.ts';
import { chromiumPath, launchBrowser } from '../support/chromium.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startSite } from '../support/site.ts';

/** What playwright turns off, as people have it: pages that come back from memory, and storage that is another one in a foreign page. */
const asPeopleHaveIt = {
  executablePath: chromiumPath(),
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--disable-features=HttpsUpgrades,MediaRouter'],
};
let shop: Shop;
let token: string;
let chrome: TestBrowser;

beforeAll(async () => {
  shop = await openShop({}, launchBrowser, '/sub');
  token = await shop.token();
  chrome = createTestBrowser(await chromium.launch(asPeopleHaveIt));
});
afterAll(async () => {
  await chrome?.close();
  await shop?.close();
});

const tag = (name: string): string => `<script type="module" src="${shop.product.url}/embed/v1/${name}.js"></script>`;
const page = (inside: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${inside}</html>`;
const element = (name: string, more = '', by = token): string =>
  `<watchpost-${name} server="${shop.product.url}" camera-id="${shop.cameraId}" token="${by}" ${more}></watchpost-${name}>`;
const live = 'watchpost-camera:state(live)';

test('a page that comes back from the browser’s memory goes on: its picture is refreshed, its video is live', async () => {
  await until('a preview', async () => (await shop.owner.cameras.get(shop.cameraId)).previewUrl, 60_000);
  for (const [name, script, sign] of [
    ['snapshot', 'watchpost-snapshot', 'watchpost-snapshot img'],
    ['camera', 'watchpost', live],
  ] as const) {
    const said = '<script>addEventListener("pageshow", ({ persisted }) => { globalThis.cameBack = persisted; });</script>';
    shop.site.page('/', page(`${said}${tag(script)}${element(name, 'refresh-seconds="1"')}`));
    const opened = await chrome.newPage();
    onTestFinished(() => opened.context.close());
    let looks = 0;
    opened.page.on('request', (request) => void (looks += request.url().endsWith(`/cameras/${shop.cameraId}`) ? 1 : 0));
    await opened.page.goto(shop.site.origin);
    const shown = () => opened.page.locator(sign).waitFor({ state: 'attached', timeout: atMost(60_000) });
    await shown();
    await opened.page.goto(`${shop.product.url}/healthz`);
    // Such a page doesn't load again.
    await opened.page.goBack({ waitUntil: 'commit' });
    await shown();
    // An open connection may keep a page out of the browser's memory; a picture has none.
    if (name === 'snapshot') {
      expect(await opened.page.evaluate(() => Reflect.get(globalThis, 'cameBack'))).toBe(true);
      const before = looks;
      await until('another look at the camera', () => looks > before);
    }
    expect(opened.errors).toEqual([]);
  }
});

test('in an iframe whose storage is another one than that of its own page', async () => {
  const inner = new URL(shop.site.origin);
  inner.hostname = 'shop.localhost';
  shop.site.page('/', page(tag('watchpost') + element('camera', 'timeline', await shop.token(inner.origin))));
  const outer = await startSite();
  onTestFinished(() => outer.close());
  outer.page('/', page(`<iframe src="${inner.origin}" width="800" height="700" allow="autoplay"></iframe>`));
  const opened = await chrome.newPage();
  onTestFinished(() => opened.context.close());
  await opened.page.goto(inner.origin);
  await opened.page.evaluate(() => localStorage.setItem('seen', 'by itself'));
  await opened.page.goto(outer.origin);
  await opened.page
    .frameLocator('iframe')
    .locator(live)
    .waitFor({ state: 'attached', timeout: atMost(60_000) });
  const [, frame] = opened.page.frames();
  expect(await frame?.evaluate(() => localStorage.getItem('seen'))).toBeNull();
  expect(opened.errors).toEqual([]);
});

test('where the browser’s user has blocked all cookies, and with them every storage', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-blocked-'));
  await mkdir(join(folder, 'Default'));
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(settings));
  shop.site.page('/', page(tag('watchpost') + element('camera', 'timeline')));
  const context = await chromium.launchPersistentContext(folder, asPeopleHaveIt);
  onTestFinished(async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const opened = await context.newPage();
  const errors: string[] = [];
  opened.on('pageerror', (error) => errors.push(error.message));
  await opened.goto(shop.site.origin);
  const refusal = await opened.evaluate(() => {
    try {
      return `stored ${localStorage.length}`;
    } catch (error) {
      return error instanceof DOMException ? error.name : String(error);
    }
  });
  expect(refusal).toBe('SecurityError');
  await opened.locator(live).waitFor({ state: 'attached', timeout: atMost(60_000) });
  expect(errors).toEqual([]);
});

test('who prefers more contrast gets solid plates under white texts; with reduced motion nothing moves by itself', async () => {
  shop.site.page('/', page(tag('watchpost') + element('camera', 'timeline')));
  const opened = await shop.browser.newPage();
  onTestFinished(() => opened.context.close());
  await opened.page.goto(shop.site.origin);
  await opened.page.locator(live).waitFor({ state: 'attached', timeout: atMost(60_000) });
  await opened.page.locator('watchpost-camera').hover();
  await opened.page.getByRole('button', { name: 'Pause' }).waitFor();
  const plate = () =>
    opened.page
      .locator('watchpost-camera .wp-tag')
      .first()
      .evaluate((part) => getComputedStyle(part).backgroundColor);
  expect(await plate()).toBe('rgba(9, 14, 14, 0.72)');
  await opened.page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' });
  expect(await plate()).toBe('rgb(0, 0, 0)');
  const moving = await opened.page.locator('watchpost-camera').evaluate((camera) =>
    [...(camera.shadowRoot?.querySelectorAll('*') ?? [])].flatMap((part) => {
      const { transitionDuration, animationName } = getComputedStyle(part);
      const lasts = transitionDuration.split(',').some((one) => Number.parseFloat(one) > 0);
      return lasts || animationName !== 'none' ? [`${part.className}: ${transitionDuration} ${animationName}`] : [];
    }),
  );
  expect(moving).toEqual([]);
});
