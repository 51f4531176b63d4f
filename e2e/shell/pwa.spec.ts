import axe from 'axe-core';
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, type TestBrowser } from '../support/chromium.ts';
import { seeBackground, signIn } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

/** The built app, in a folder of our own: releases are made in it while the server runs. */
const built = process.env['WATCHPOST_APP_DIR'] ?? resolve(import.meta.dirname, '../../packages/reference-app/dist');
let appDir: string;
let product: Product;
let browser: TestBrowser;

beforeAll(async () => {
  appDir = mkdtempSync(join(tmpdir(), 'watchpost-app-'));
  cpSync(built, appDir, { recursive: true });
  [product, browser] = await Promise.all([startProduct({ WATCHPOST_APP_DIR: appDir }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  rmSync(appDir, { recursive: true, force: true });
});

/** A page of the product with the service worker in charge. */
async function open(path = '/signin', locale = 'en-GB') {
  const opened = await browser.newPage({ locale });
  await opened.page.goto(product.url + path);
  await opened.page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: atMost(30_000) });
  return opened;
}

/** Lists what axe calls serious or critical. It runs by DevTools: the page's policy allows no foreign script. */
async function seriousFindings(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const run = `${axe.source};axe.run(document).then(({ violations }) => JSON.stringify(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html))))`;
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: run,
    awaitPromise: true,
    returnByValue: true,
    allowUnsafeEvalBlockedByCSP: true,
  });
  return JSON.parse(String(result.value));
}

/** Replaces the app by a release: every script has another name, as when its hash changes, and the old scripts are gone. */
function release(name: string): void {
  const index = join(appDir, 'index.html');
  const assets = join(appDir, 'assets');
  const [, entry] = /src="\/assets\/([\w-]+\.js)"/.exec(readFileSync(index, 'utf8')) ?? [];
  if (entry === undefined) throw new Error('index.html names no entry script.');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const renamed = new Map(
    scripts.map((file) => [file, file === entry ? file.replace(/^[\w-]+?(?=-)/, name) : file.replace(/\.js$/, `${name}.js`)]),
  );
  const withNewNames = (text: string): string => text.replaceAll(/[\w.-]+\.js\b/g, (file) => renamed.get(file) ?? file);
  for (const [from, to] of renamed) {
    writeFileSync(join(assets, from), withNewNames(readFileSync(join(assets, from), 'utf8')));
    renameSync(join(assets, from), join(assets, to));
  }
  writeFileSync(index, withNewNames(readFileSync(index, 'utf8')));
  const worker = join(appDir, 'service-worker.js');
  writeFileSync(worker, withNewNames(readFileSync(worker, 'utf8')).replace(/build:(["'`])[^"'`]*\1/, `build:$1${name}$1`));
}

test.each(['en-GB', 'ru-RU'])('can be installed (%s)', async (locale) => {
  const { page, context, violations } = await open('/signin', locale);
  const devtools = await context.newCDPSession(page);
  const manifest = await devtools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  const { name, short_name, start_url, display, lang, icons, shortcuts } = JSON.parse(manifest.data ?? '{}');
  // Relative to itself, so that the server can be under a path.
  const start = new URL(start_url, manifest.url).href;
  expect({ name, short_name, start, display, lang }).toEqual({
    name: 'Watchpost',
    short_name: 'Watchpost',
    start: `${product.url}/`,
    display: 'standalone',
    lang: locale.slice(0, 2),
  });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A private window is never offered; everything that is up to us is there.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const pictures = [...icons, ...shortcuts.flatMap((shortcut: { icons: object[] }) => shortcut.icons)];
  for (const { src, sizes, type } of pictures) {
    const size = await page.evaluate(async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      return `${bitmap.width}x${bitmap.height}`;
    }, src);
    expect([size, type]).toEqual([sizes, 'image/png']);
  }
  for (const address of ['/icons/badge-96.png', '/icons/apple-touch-icon.png'])
    expect((await page.request.get(product.url + address)).status()).toBe(200);
  expect(await violations()).toEqual([]);
  await context.close();
});

describe.each([
  ['en-GB', 'No connection to Watchpost', 'Sign in'],
  ['ru-RU', 'Нет связи с Watchpost', 'Вход'],
])('without a connection (%s)', (locale, offline, online) => {
  test('a page in the user’s language, which disappears when the server is back', async () => {
    const { page, context, violations } = await open('/signin', locale);
    await page.getByRole('heading', { name: online }).waitFor();
    await context.setOffline(true);
    await page.goto(`${product.url}/signin?returnUrl=%2Factivities`);
    await page.getByRole('heading', { name: offline }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    // Its own policy holds, its style and type come from the cache.
    expect(await violations()).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.styleSheets.length > 0 && getComputedStyle(document.body).fontFamily)).toContain('Inter');
    await context.setOffline(false);
    await page.getByRole('heading', { name: online }).waitFor();
    expect(new URL(page.url()).search).toBe('?returnUrl=%2Factivities');
    await context.close();
  });
});

test('the server is down: the offline page too, and its button retries', async () => {
  const { page, context } = await open();
  await page.clock.install();
  await product.stop();
  await page.reload();
  await page.getByRole('heading', { name: 'No connection to Watchpost' }).waitFor();
  // From here on, the page doesn't retry by itself.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
  await product.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.clock.resume();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await context.close();
});

test('nothing of the API and no page of the app is in any cache; every part of the build is', async () => {
  const { page, context } = await open();
  await signIn(page, product, 'cache@example.test');
  await page.goto(`${product.url}/settings/account`);
  await page.getByRole('heading', { name: 'Account' }).first().waitFor();
  await seeBackground(page);
  const built = readdirSync(join(appDir, 'assets'))
    .filter((name) => /\.(js|css|woff2)$/.test(name))
    .map((name) => `/assets/${name}`)
    .toSorted();
  const read = (): Promise<string[]> =>
    page.evaluate(async () => {
      const all: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) all.push(new URL(request.url).pathname);
      }
      return all.toSorted();
    });
  const cached = await until('the whole build to be cached', async () => {
    const paths = await read();
    return paths.length >= built.length + 3 && paths;
  });
  expect(cached.filter((path) => !/^\/assets\/[\w.-]+\.(js|css|woff2)$/.test(path))).toEqual([
    '/offline-page/en.html',
    '/offline-page/ru.html',
    '/service-worker/locale',
  ]);
  expect(cached.filter((path) => path.startsWith('/assets/'))).toEqual(built);
  await context.close();
});

test('a release: offered where the old version runs, activated only on consent, with the old files available until then', async () => {
  const { page, context, errors } = await open();
  await signIn(page, product, 'release@example.test');
  await seeBackground(page);
  const entry = (): Promise<string> => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
  const before = await entry();
  const other = await context.newPage();
  await other.goto(`${product.url}/settings/account`);
  await other.getByRole('heading', { name: 'Account' }).first().waitFor();
  await seeBackground(other);
  await other.evaluate(() => Object.assign(globalThis, { isUntouched: true }));
  release('second');
  // The hour is not waited for: the look that it brings is made now.
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await page.getByText('A new version is ready').waitFor();

  // Screens that were not opened yet still open, although the server has nothing of the old build any more.
  const assets = join(appDir, 'assets');
  for (const file of readdirSync(assets).filter((name) => name.endsWith('.js'))) rmSync(join(assets, file));
  await page
    .getByRole('link', { name: /Activities/ })
    .first()
    .click();
  await page.waitForURL('**/activities');
  expect(await entry()).toBe(before);
  const state = await page.evaluate(async () => ({
    waiting: (await navigator.serviceWorker.getRegistration())?.waiting?.state,
    caches: (await caches.keys()).length,
  }));
  expect(state).toEqual({ waiting: 'installed', caches: 3 });

  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(
    (old) => ![old, ''].includes(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''),
    before,
  );
  await page.getByText('A new version is ready').waitFor({ state: 'detached' });
  expect(await entry()).toContain('/assets/second-');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)).toBeNull();
  // The other tab is not interrupted: it is asked too, and goes on with the old parts until then.
  await other.getByText('A new version is ready').waitFor();
  expect(await other.evaluate(() => 'isUntouched' in globalThis)).toBe(true);
  await other
    .getByRole('link', { name: /Cameras/ })
    .first()
    .click();
  await other.waitForURL(`${product.url}/`);
  await other.getByRole('heading', { name: 'All locations' }).waitFor();
  await other.getByRole('button', { name: 'Reload' }).click();
  await other.waitForFunction(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src.includes('/second-'));
  expect(errors).toEqual([]);
  await context.close();
});

test('a page that is loaded after the release has the new version, and nothing is offered', async () => {
  cpSync(built, appDir, { recursive: true });
  const { page, context } = await open();
  release('third');
  await page.reload();
  await page.waitForFunction(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src.includes('/third-'));
  await until('the new worker to wait', () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null),
  );
  await seeBackground(page);
  // The app asks the waiting worker whether this page is of its build. Asked after it, the worker answers after it.
  await page.evaluate(async () => {
    const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
    for (let round = 0; round < 2; round += 1) {
      await new Promise(requestAnimationFrame);
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        waiting?.postMessage({ type: 'has-asset', path: '/' }, [port2]);
      });
    }
  });
  expect(await page.getByText('A new version is ready').count()).toBe(0);
  await context.close();
});

test('a browser without service workers: a file that a release has removed is reported, and a reload fixes it', async () => {
  cpSync(built, appDir, { recursive: true });
  const { page, context } = await browser.newPage({ serviceWorkers: 'block' });
  await signIn(page, product, 'no-worker@example.test');
  await seeBackground(page);
  release('fourth');
  for (const file of readdirSync(join(appDir, 'assets')).filter((name) => name.startsWith('settings-account')))
    rmSync(join(appDir, 'assets', file));
  // As a link of the app does.
  await page.evaluate(() => {
    history.pushState(null, '', '/settings/account');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('heading', { name: 'Part of the page couldn’t be loaded' }).waitFor();
  cpSync(built, appDir, { recursive: true });
  release('fifth');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.waitForFunction(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src.includes('/fifth-'));
  await context.close();
});
