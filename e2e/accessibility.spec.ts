import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, type TestPage } from './support/chromium.ts';
import { openScreen, screens, type Screen } from './support/screens.ts';
import { openStage, type Stage } from './support/stage.ts';

/** Between them: both widths that have layouts of their own, both languages. Each screen is looked at in both themes. */
const devices = [
  { name: 'large, English', locale: 'en', size: 'large', options: { viewport: { width: 1440, height: 900 }, locale: 'en-GB' } },
  { name: 'phone, Russian', locale: 'ru', size: 'small', options: { viewport: { width: 390, height: 844 }, locale: 'ru-RU', hasTouch: true } },
] as const;

/** What axe calls serious or critical, as "rule: element". */
async function findings(page: Page, rules: readonly string[] | null): Promise<string[]> {
  return page.evaluate(async (only) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const options: import('axe-core').RunOptions = { resultTypes: ['violations'], ...(only && { runOnly: [...only] }) };
    const { violations } = await checker.run(document, options);
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return grave.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`));
  }, rules);
}

describe.each(devices)('axe finds nothing serious or critical: $name', ({ locale, size, options }) => {
  let stage: Stage;
  let browser: TestBrowser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(locale, { footage: 15_000 }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const open = async (screen: Screen): Promise<TestPage> => {
    const state = screen.as === 'nobody' ? undefined : stage[screen.as ?? 'owner'];
    // The page's policy forbids foreign scripts, which axe is.
    const view = await browser.newPage({ ...options, bypassCSP: true, colorScheme: 'light', reducedMotion: 'reduce', serviceWorkers: 'block', ...(state && { storageState: state }) });
    if (screen.kept) await view.context.addInitScript((entries) => { for (const [name, value] of entries) localStorage.setItem(`watchpost:${name}`, value); }, Object.entries(screen.kept));
    await openScreen(view.page, screen, stage, options.viewport.width);
    return view;
  };

  test.concurrent.each(screens.filter(({ only }) => only === undefined || only === size))('$name', async (screen) => {
    const { page, context } = await open(screen);
    await page.evaluate(axe.source);
    expect(await findings(page, null)).toEqual([]);
    // The other theme has other colours, and nothing else.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await findings(page, ['color-contrast'])).toEqual([]);
    await context.close();
  });
});
