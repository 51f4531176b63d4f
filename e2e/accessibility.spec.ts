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
async function findings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(document, { resultTypes: ['violations'] });
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return grave.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`));
  });
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

  test.each(screens.filter(({ only }) => only === undefined || only === size))('$name', async (screen) => {
    const { page, context } = await open(screen);
    await page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect((await findings(page)).map((finding) => `${colorScheme}: ${finding}`)).toEqual([]);
    }
    await context.close();
  });
});
