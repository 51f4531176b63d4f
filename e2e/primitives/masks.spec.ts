import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startSite, type Site } from '../support/site.ts';

// createMask of sdk-core behind a plain input, as its README shows, under real keys.
const source = resolve(import.meta.dirname, '../../packages/sdk-core/src/kernel/forms/mask.ts');
const script = `
  import { createMask } from '${source}';
  const mask = createMask('+7 (###) ###-##-##');
  const input = document.querySelector('input');
  let previous = '';
  input.oninput = (event) => {
    const isForward = event.inputType === 'deleteContentForward';
    const { value, caret } = mask.format(input.value, input.selectionStart ?? undefined, { previous, isForward });
    input.value = previous = value;
    input.setSelectionRange(caret, caret);
  };
`;

const folder = mkdtempSync(join(tmpdir(), 'watchpost-masks-'));
let browser: TestBrowser;
let site: Site;
let page: Page;
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
  site.page('/', '<input autofocus><textarea></textarea><script type="module" src="/page.js"></script>');
  ({ page } = await browser.newPage());
});
afterAll(async () => {
  await browser.close();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The field with `|` for the caret. */
function shown(): Promise<string> {
  return page.locator('input').evaluate((input: HTMLInputElement) => {
    const caret = input.selectionStart ?? 0;
    return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`;
  });
}

/** Presses keys one after the other, in a new page; `text:` types, everything else is the name of a key. */
async function press(...keys: readonly string[]): Promise<string> {
  await page.goto(site.origin);
  await page.locator('input').focus();
  for (const key of keys) {
    if (key.startsWith('text:')) await page.keyboard.type(key.slice(5));
    else await page.keyboard.press(key);
  }
  return shown();
}

const times = (count: number, key: string): string[] => Array.from({ length: count }, () => key);

test.each([
  ['typing', ['text:9991234567'], '+7 (999) 123-45-67|'],
  ['typing what does not fit', ['text:99x9a1'], '+7 (999) 1|'],
  ['typing in the middle', ['text:999123', ...times(4, 'ArrowLeft'), 'text:5'], '+7 (999) 5|12-3'],
  ['typing before the prefix', ['text:999123', 'Home', 'text:5'], '+7 (5|99) 912-3'],
  ['Backspace to the very start', ['text:999123', ...times(10, 'Backspace')], '|'],
  ['Backspace on a literal', ['text:999123', ...times(3, 'ArrowLeft'), 'Backspace'], '+7 (99|1) 23'],
  ['Delete on a literal', ['text:999123', ...times(5, 'ArrowLeft'), 'Delete'], '+7 (999|) 23'],
  ['Delete of all, with everything selected', ['text:999123', 'Control+A', 'Delete'], '|'],
  ['typing over a selection', ['text:9991234567', ...times(2, 'Shift+ArrowLeft'), 'text:8'], '+7 (999) 123-45-8|'],
])('%s', async (_, keys, expected) => {
  expect(await press(...keys)).toBe(expected);
});

test.each([
  ['in the middle', ['text:999123', ...times(3, 'ArrowLeft')], '45-6', '+7 (999) 456|-12-3'],
  ['over everything, as people write numbers', ['text:999123', 'Control+A'], '+7 912 000-11-22', '+7 (912) 000-11-22|'],
])('pasting %s', async (_, keys, pasted, expected) => {
  await press(...keys);
  const at = await page
    .locator('input')
    .evaluate((input: HTMLInputElement) => [input.selectionStart ?? 0, input.selectionEnd ?? 0] as const);
  await page.locator('textarea').fill(pasted);
  await page.locator('textarea').selectText();
  await page.keyboard.press('Control+C');
  await page.locator('input').focus();
  await page.locator('input').evaluate((input: HTMLInputElement, [start, end]) => input.setSelectionRange(start, end), at);
  await page.keyboard.press('Control+V');
  expect(await shown()).toBe(expected);
});
