import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startSite, type Site } from '../support/site.ts';

let product: Product;
let browser: TestBrowser;
let site: Site;
let version: string;
let integrity: Readonly<Record<string, string>>;

beforeAll(async () => {
  [product, browser, site] = await Promise.all([startProduct(), launchBrowser(), startSite()]);
  const manifest = await readFile(join(import.meta.dirname, '../../packages/widgets/package.json'), 'utf8');
  ({ version } = JSON.parse(manifest));
  const answer = await fetch(`${product.url}/embed/${version}/sri.json`);
  ({ integrity } = await answer.json());
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await product?.dispose();
});

interface Opened {
  readonly page: Page;
  /** Paths of the files that were requested. */
  readonly files: string[];
  /** What the console says. */
  readonly said: string[];
  violations(): Promise<string[]>;
}

/** Opens a page of another origin under a strict policy. @param tamper changes these files on their way */
async function open(head: string, tamper?: RegExp): Promise<Opened> {
  const { url } = product;
  site.page(
    '/',
    `<!doctype html><html lang="en"><title>Shop</title>${head}<watchpost-camera server="${url}" camera-id="none" token="embed.e30.x"></watchpost-camera></html>`,
    {
      // The page's import map is inline.
      'content-security-policy': `default-src 'none'; script-src ${url} 'unsafe-inline'; connect-src ${url} ${url.replace('http', 'ws')}; media-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
  );
  const { page, context, violations } = await browser.newPage();
  onTestFinished(() => context.close());
  const files: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => request.url().includes('/embed/') && files.push(new URL(request.url()).pathname));
  page.on('console', (message) => said.push(message.text()));
  if (tamper)
    await page.route(tamper, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()};globalThis.isTampered = true;` });
    });
  await page.goto(site.origin);
  return { page, files, said, violations };
}
const isDefined = (page: Page): Promise<boolean> => page.evaluate(() => customElements.get('watchpost-camera') !== undefined);
const defined = (page: Page): Promise<unknown> => page.waitForFunction(() => customElements.get('watchpost-camera'));
const isTampered = (page: Page): Promise<boolean> => page.evaluate(() => 'isTampered' in globalThis);
const tag = (path: string, attributes = ''): string => `<script type="module" src="${product.url}/embed/${path}" ${attributes}></script>`;
const sri = (): string => `integrity="${integrity['watchpost.js']}" crossorigin`;

test('a tag with integrity works under a strict policy', async () => {
  const { headers } = await fetch(`${product.url}/embed/${version}/sri.json`);
  expect(headers.get('cache-control')).toContain('immutable');
  const { page, violations } = await open(tag(`${version}/watchpost.js`, sri()));
  await defined(page);
  expect(await violations()).toEqual([]);
});

test('a script that was tampered with does not run', async () => {
  const { page, said } = await open(tag(`${version}/watchpost.js`, sri()), /\/watchpost\.js$/);
  await until('the browser to refuse it', () => said.some((text) => /integrity|digest/i.test(text)));
  expect([await isDefined(page), await isTampered(page)]).toEqual([false, false]);
});

test.each(['v1/watchpost.js', 'watchpost.js'])('the file that embed/%s loads does not run if it was tampered with', async (path) => {
  const { page, said } = await open(tag(path), /\/camera-[\w-]+\.js$/);
  await until('the loader to say so', () => said.some((text) => text.startsWith('Watchpost could not load ')));
  expect([await isDefined(page), await isTampered(page)]).toEqual([false, false]);
});

test('an import map with the integrity of all files refuses a late one that was tampered with', async () => {
  const addresses = Object.entries(integrity).map(([file, hash]) => [`${product.url}/embed/${version}/${file}`, hash]);
  const map = `<script type="importmap">${JSON.stringify({ integrity: Object.fromEntries(addresses) })}</script>`;
  const { page, files, said } = await open(map + tag(`${version}/watchpost.js`, sri()), /\/controls-[\w-]+\.js/);
  await defined(page);
  await until('the browser to refuse it', () => said.some((text) => /integrity|digest/i.test(text)));
  // The map would not contain another address.
  expect(new Set(files.filter((file) => file.includes('/controls-'))).size).toBe(1);
  expect(await isTampered(page)).toBe(false);
});

test('tags that are pasted again, and old addresses, load the element once', async () => {
  const { page, files, said } = await open(
    tag('v1/watchpost.js') + tag('watchpost.js') + tag('v1/watchpost.js?again') + tag(`${version}/watchpost.js`),
  );
  await defined(page);
  expect(files.filter((file) => file.includes('/camera-'))).toHaveLength(1);
  expect(said.filter((text) => text.startsWith('Watchpost'))).toEqual([]);
});

test('another version on the same page is not used, and the console says which', async () => {
  const { page, said } = await open(tag('v1/watchpost.js'));
  await defined(page);
  await page.evaluate(() => Reflect.get(globalThis, Symbol.for('watchpost.scripts')).set('watchpost-camera', '0.0.1'));
  // Passed as text, because the test runner would rewrite a function.
  await page.evaluate(`import('${product.url}/embed/${version}/watchpost.js')`);
  await until('the warning', () =>
    said.some((text) => text.includes(`${version} is not used for <watchpost-camera>: this page has loaded 0.0.1 already`)),
  );
});
