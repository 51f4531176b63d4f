import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { until } from '../support/product.ts';
import { control } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let shop: Shop;
let browser: TestBrowser;

beforeAll(async () => {
  // Its own browser, which plays sound only after a press.
  [shop, browser] = await Promise.all([openShop(), launchBrowser('--autoplay-policy=document-user-activation-required')]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

// Chromium itself refuses sound; as an iPhone in Low Power Mode does, the second page refuses everything before a press.
test.each([
  ['sound', false],
  ['all video', true],
])(
  'a browser that refuses %s before a press shows Play, is not live and asks nothing again; the press starts it',
  async (name, refusesAll) => {
    const { product, site, cameraId } = shop;
    const { page, context, errors } = await browser.newPage();
    await page.addInitScript((all) => {
      const { play } = HTMLMediaElement.prototype;
      const seen = { calls: 0, states: [] as string[] };
      Object.assign(globalThis, { seen });
      let isPressed = false;
      addEventListener('pointerdown', () => void (isPressed = true), true);
      HTMLMediaElement.prototype.play = function refused(this: HTMLMediaElement) {
        seen.calls += 1;
        return all && !isPressed ? Promise.reject(new DOMException('Press first.', 'NotAllowedError')) : play.call(this);
      };
      document.addEventListener('watchpost-state', (event) => {
        if (!(event instanceof CustomEvent)) return;
        seen.states.push(event.detail.kind);
        console.info(`state ${event.detail.kind}`);
      });
    }, refusesAll);
    site.page(
      '/',
      `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera muted="${refusesAll}" server="${product.url}" camera-id="${cameraId}" token="${await shop.token()}"></watchpost-camera></html>`,
    );
    // Not by asking the page: what Playwright runs in it counts as a press.
    const blocked = page.waitForEvent('console', { predicate: (message) => message.text() === 'state blocked', timeout: atMost(60_000) });
    await page.goto(site.origin);
    await blocked;
    const kind = (): Promise<string> => control(page, ({ state }) => state.value.kind);
    const play = page.locator('.wp-middle').getByRole('button', { name: 'Play' });
    await play.waitFor();
    // Everything has been given up: no transport, no further attempt.
    await until('nothing to be loaded', () => control(page, ({ stats }) => stats().transport === null));
    const seen = (): Promise<{ calls: number; states: string[] }> =>
      page.evaluate(() => (globalThis as unknown as { seen: { calls: number; states: string[] } }).seen);
    expect(await kind()).toBe('blocked');
    expect((await seen()).calls).toBeLessThanOrEqual(2);
    expect((await seen()).states).not.toContain('live');
    expect(await page.getByText('LIVE').count()).toBe(0);
    if (process.env['PICTURES']) await page.screenshot({ path: join(process.env['PICTURES'], `refused-${name.replace(' ', '-')}.png`) });
    await play.click();
    await until('the live picture', async () => (await kind()) === 'live', 30_000);
    await play.waitFor({ state: 'detached' });
    const at = await control(page, ({ position }) => position.value);
    await until('the picture to move', () => control(page, ({ position }) => position.value).then((now) => now > at));
    expect(await page.evaluate(() => document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video')?.paused)).toBe(false);
    expect(errors).toEqual([]);
    await context.close();
  },
);
