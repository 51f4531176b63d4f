import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startSite, type Site } from '../support/site.ts';

// copyText of sdk-core in a real browser, under the app's policy.
const browserEntry = resolve(import.meta.dirname, '../../packages/sdk-core/src/browser/clipboard.ts');
const policy = { 'content-security-policy': "default-src 'self'; require-trusted-types-for 'script'" };
const body = `
  <script type="module" src="/page.js"></script>
  <button id="outside">Copy</button>
  <dialog><button id="inside">Copy</button></dialog>
  <textarea id="paste"></textarea><output></output>`;
const script = `
  import { copyText } from '${browserEntry}';
  const output = document.querySelector('output');
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => {
    copyText('Код: 123-456\\nстрока ' + location.hash).then(() => { output.textContent = 'copied'; }, (error) => { output.textContent = error.message; });
  });
  Object.assign(globalThis, { openDialog: () => document.querySelector('dialog').showModal() });
`;

const folder = mkdtempSync(join(tmpdir(), 'watchpost-copying-'));
let browser: TestBrowser;
let site: Site;
beforeAll(async () => {
  writeFileSync(join(folder, 'entry.ts'), script);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      lib: { entry: join(folder, 'entry.ts'), formats: ['es'], fileName: () => 'page.js' },
    },
  });
  [browser, site] = await Promise.all([launchBrowser(), startSite(folder)]);
  site.page('/', body, policy);
});
afterAll(async () => {
  await browser.close();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The clipboard is one for all pages: each copies a text of its own. */
let pages = 0;

/** @param breakIt runs in the page before everything */
async function openPage(breakIt: () => void = () => {}) {
  const { page, violations, errors } = await browser.newPage();
  await page.addInitScript(breakIt);
  pages += 1;
  await page.goto(`${site.origin}/#${pages}`);
  return { page, violations, errors, text: `Код: 123-456\nстрока #${pages}` };
}

async function pasted(page: Page): Promise<string> {
  await page.locator('#paste').focus();
  await page.keyboard.press('Control+V');
  return page.locator('#paste').inputValue();
}

/** As on a page over plain http. */
const withoutApi = (): void => void Object.defineProperty(navigator, 'clipboard', { value: undefined });

test.each([
  ['the Clipboard API', undefined],
  ['a selection, where there is no Clipboard API', withoutApi],
])('by %s: the text is copied, the focus stays, nothing remains in the page', async (_, breakIt) => {
  const { page, violations, errors, text } = await openPage(breakIt);
  await page.locator('#outside').click();
  await page.locator('output', { hasText: 'copied' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('outside');
  expect(await page.locator('textarea').count()).toBe(1);
  expect(await pasted(page)).toBe(text);
  expect([await violations(), errors]).toEqual([[], []]);
});

test('by a selection from a modal dialog, while the page behind it is inert', async () => {
  const { page, text } = await openPage(withoutApi);
  await page.evaluate('openDialog()');
  await page.locator('#inside').click();
  await page.locator('output', { hasText: 'copied' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('inside');
  await page.keyboard.press('Escape');
  expect(await pasted(page)).toBe(text);
});

test('an error explains that nothing could be copied', async () => {
  const { page } = await openPage(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
    });
    document.execCommand = () => false;
  });
  await page.locator('#outside').click();
  await page.locator('output', { hasText: 'Text can’t be copied' }).waitFor();
});
