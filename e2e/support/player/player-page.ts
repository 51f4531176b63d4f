import axe from 'axe-core';
import type { Locator, Page } from 'playwright';
import type { TestPage } from '../chromium.ts';
import { seeLive } from '../journeys.ts';
import type { Shop } from '../shop.ts';

/** Opens a page with a strict policy, the player and a text field, which shows whether the player takes keys from the page. */
export async function openPlayer(
  { product, site, cameraId, browser, token }: Shop,
  options: Parameters<Shop['browser']['newPage']>[0],
  { locale = 'en', hasClock = false } = {},
): Promise<TestPage> {
  site.page(
    '/',
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera server="${product.url}" camera-id="${cameraId}" token="${await token()}" marks></watchpost-camera><label>Search <input></label></html>`,
    {
      'content-security-policy': `default-src 'none'; script-src ${product.url}; connect-src ${product.url} ${product.url.replace('http', 'ws')}; media-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
  );
  const opened = await browser.newPage(options);
  if (hasClock) await opened.page.clock.install();
  await opened.page.goto(site.origin);
  await seeLive(opened.page);
  await stageOf(opened.page).focus();
  return opened;
}

export const stageOf = (page: Page): Locator => page.locator('.wp-player');

/** The scale at which the picture is shown. */
export const zoomOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new DOMMatrix(
        getComputedStyle(document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('.wp-picture') ?? document.body).transform,
      ).a,
  );

/** Returns what axe calls serious or critical in the player. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(document.querySelector('watchpost-camera') ?? document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}
