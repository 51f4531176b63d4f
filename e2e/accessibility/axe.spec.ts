import axe from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { openScreen, screens } from '../support/screens/screens.ts';
import type { Screen } from '../support/screens/screen.ts';
import { sharingScreens } from '../support/screens/sharing-screens.ts';
import { openStage, type Stage } from '../support/screens/stage.ts';
import { smallTargets } from '../support/target-size.ts';

/** Between them: both widths that have layouts of their own, both languages. Each screen is looked at in both themes. Those of sharing have a third layout, between the two. */
const devices = [
  { name: 'large, English', locale: 'en', size: 'large', options: { viewport: { width: 1440, height: 900 }, locale: 'en-GB' } },
  {
    name: 'phone, Russian',
    locale: 'ru',
    size: 'small',
    options: { viewport: { width: 390, height: 844 }, locale: 'ru-RU', hasTouch: true },
  },
  {
    name: 'tablet, Russian',
    locale: 'ru',
    size: 'small',
    only: sharingScreens,
    options: { viewport: { width: 768, height: 1024 }, locale: 'ru-RU', hasTouch: true },
  },
] as const;

/** What axe calls serious or critical, and levels of headings that are left out, as "rule: element". */
async function findings(page: Page, rules: readonly string[] | null): Promise<string[]> {
  return page.evaluate(async (only) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const options: import('axe-core').RunOptions = { resultTypes: ['violations'], ...(only && { runOnly: [...only] }) };
    const { violations } = await checker.run(document, options);
    const grave = violations.filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'heading-order');
    return grave.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
  }, rules);
}

/** All at once: most of it is waiting for cameras. */
let browser: TestBrowser;
let stages: readonly Stage[] = [];
beforeAll(async () => {
  const locales = ['en', 'ru'] as const;
  [browser, ...stages] = await Promise.all([launchBrowser(), ...locales.map((locale) => openStage(locale, { footage: 15_000 }))]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all(stages.map((stage) => stage.close()));
});

describe.each(devices.map((device) => ({ only: screens, ...device })))(
  'axe finds nothing serious or critical: $name',
  ({ locale, size, only, options }) => {
    /** Pages of one account share a context: its cache saves most of the time that a page takes. */
    const contexts = new Map<string, Promise<TestPage['context']>>();

    const newContext = async ({ kept, as = 'owner' }: Screen, stage: Stage): Promise<TestPage['context']> => {
      const state = as === 'anonymous' ? undefined : stage[as];
      // The page's policy forbids foreign scripts, which axe is.
      const { page, context } = await browser.newPage({
        ...options,
        bypassCSP: true,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...(state && { storageState: state }),
      });
      if (kept)
        await context.addInitScript((entries) => {
          for (const [name, value] of entries) localStorage.setItem(`watchpost:${name}`, value);
        }, Object.entries(kept));
      await page.close();
      return context;
    };
    const contextOf = (screen: Screen, stage: Stage): Promise<TestPage['context']> => {
      if (screen.kept || screen.as === 'anonymous') return newContext(screen, stage);
      const who = screen.as ?? 'owner';
      const context = contexts.get(who) ?? newContext(screen, stage);
      contexts.set(who, context);
      return context;
    };

    test.concurrent.each(only.filter((screen) => !screen.isVariant && (screen.only === undefined || screen.only === size)))(
      '$name',
      async (screen) => {
        const stage = stages.find((open) => open.locale === locale);
        if (!stage) throw new Error('The stage is not open.');
        const page = await (await contextOf(screen, stage)).newPage();
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await openScreen(page, screen, stage, options.viewport.width);
        await page.evaluate(axe.source);
        expect(await findings(page, null)).toEqual([]);
        if (size === 'small' && !screen.isForDevelopers) expect(await smallTargets(page)).toEqual([]);
        // The other theme has other colours, and nothing else.
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        expect(await findings(page, ['color-contrast'])).toEqual([]);
        await page.close();
      },
    );
  },
);
