import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchWithScrollbars } from '../support/chromium.ts';
import type { TestBrowser } from '../support/chromium.ts';
import { startDevelopmentApp, startPreactPages } from '../support/gallery.ts';
import type { DevelopmentApp } from '../support/gallery.ts';

interface Rules {
  readonly persistent?: boolean;
  readonly closeOnBackdrop?: boolean;
  readonly closeButton?: 'none' | 'disabled' | 'works';
  readonly returnFocus?: boolean;
}

/** As in reference-app/src/testing/overlays-page.tsx. */
interface OverlaysPage {
  readonly names: readonly { readonly kind: 'modal' | 'popper'; readonly name: string; readonly rules: Rules }[];
  show(index: number): void;
  go(path: string): void;
  advance(milliseconds: number): Promise<void>;
  closed(): number;
}

declare global {
  // The page under test puts it there.
  var overlaysPage: OverlaysPage;
}

/** The rules of specification 1, section 4, where jsdom lies: real keys, a real pointer, the top layer, scrollbars. */
describe.each([
  { renderer: 'React', start: startDevelopmentApp, modals: 20, poppers: 6 },
  { renderer: 'Preact', start: startPreactPages, modals: 7, poppers: 4 },
])('modals and poppers, $renderer', ({ renderer, start, modals, poppers }) => {
  let app: DevelopmentApp;
  let browser: TestBrowser;
  let page: Page;
  let names: OverlaysPage['names'];

  beforeAll(async () => {
    app = await start();
    browser = await launchWithScrollbars();
    ({ page } = await browser.newPage({ viewport: { width: 1200, height: 800 } }));
    await page.goto(`${app.url}/testing/overlays`);
    await page.waitForFunction(() => 'overlaysPage' in globalThis);
    names = await page.evaluate(() => overlaysPage.names);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });
  beforeEach(async () => {
    await page.mouse.move(0, 0);
  });

  const show = async (index: number): Promise<void> => {
    await page.evaluate((at) => overlaysPage.show(at), index);
    await settle();
    await page.locator('#outside').waitFor();
  };
  /** What was done is on the screen: Preact renders in the next frame. */
  const settle = (): Promise<void> =>
    page.evaluate(
      () =>
        new Promise<void>((done) => {
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
        }),
    );
  const closed = async (): Promise<number> => {
    await settle();
    return page.evaluate(() => overlaysPage.closed());
  };
  const inModal = (): Promise<boolean> =>
    page.evaluate(() => document.querySelector('dialog:modal')?.contains(document.activeElement) ?? false);
  const openModal = async (index: number): Promise<void> => {
    await show(index);
    await page.locator('#opener').click();
    await page.locator('dialog:modal').waitFor();
  };

  test('the list is complete', () => {
    expect(names.filter(({ kind }) => kind === 'modal').length).toBeGreaterThan(modals);
    expect(names.filter(({ kind }) => kind === 'popper').length).toBeGreaterThan(poppers);
  });

  test('every modal: the focus stays inside and returns; the page under it is inert and does not scroll', async () => {
    for (const [index, { kind, name, rules }] of names.entries()) {
      if (kind !== 'modal') continue;
      const { returnFocus = true } = rules;
      await show(index);
      const before = await page.locator('#opener').boundingBox();
      await page.locator('#opener').click();
      await page.locator('dialog:modal').waitFor();
      expect(await inModal(), `${name}: focus inside`).toBe(true);
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let turn = 0; turn < 12; turn += 1) {
          await page.keyboard.press(key);
          expect(await inModal(), `${name}: ${key} ${turn + 1}`).toBe(true);
        }
      }
      expect(
        await page.evaluate(() => {
          document.getElementById('outside')?.focus();
          return document.activeElement?.id;
        }),
        `${name}: the page is inert`,
      ).not.toBe('outside');
      expect(await page.locator('#opener').boundingBox(), `${name}: nothing jumped`).toEqual(before);
      await page.mouse.move(5, 400);
      await page.mouse.wheel(0, 500);
      expect(await page.evaluate(() => scrollY), `${name}: the page does not scroll`).toBe(0);
      await page.evaluate((at) => overlaysPage.show(at), index);
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(returnFocus || (await page.evaluate(() => document.activeElement === document.body)), `${name}: focus left alone`).toBe(true);
    }
  });

  test('every modal: Escape closes it, also the second time, and the focus returns to the opener', async () => {
    for (const [index, { kind, name, rules }] of names.entries()) {
      if (kind !== 'modal') continue;
      const { persistent = false, returnFocus = true } = rules;
      await openModal(index);
      await page.keyboard.press('Escape');
      if (persistent) {
        // The browser closes a dialog by itself at the second Escape, when the first was only refused.
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        expect(await page.locator('dialog:modal').count(), `${name} stays`).toBe(1);
        expect(await closed(), name).toBe(0);
        continue;
      }
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(await closed(), name).toBe(1);
      expect(await page.evaluate(() => document.activeElement?.id === 'opener'), `${name}: focus back`).toBe(returnFocus);
    }
  });

  test('every modal: a click outside, a drag that ends outside, the close button', async () => {
    for (const [index, { kind, name, rules }] of names.entries()) {
      if (kind !== 'modal') continue;
      const { persistent = false, closeOnBackdrop = true, closeButton = 'works' } = rules;
      await openModal(index);
      const box = await page.locator('dialog:modal').boundingBox();
      if (!box) throw new Error(`${name} has no place.`);
      await page.mouse.move(box.x + box.width / 2, box.y + 4);
      await page.mouse.down();
      await page.mouse.move(3, 3);
      await page.mouse.up();
      expect(await closed(), `${name}: a drag out of it`).toBe(0);
      await page.mouse.click(3, 3);
      const closes = closeOnBackdrop && !persistent;
      expect(await closed(), `${name}: beside it`).toBe(closes ? 1 : 0);
      if (closeButton === 'none') continue;
      await openModal(index);
      const button = page.locator('dialog:modal header button').first();
      if (closeButton === 'disabled') expect(await button.isDisabled(), name).toBe(true);
      else {
        await button.click();
        expect(await closed(), `${name}: its button`).toBe(1);
      }
    }
  });

  test('no animation with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [index, { kind, name }] of names.entries()) {
      if (kind !== 'modal') continue;
      await openModal(index);
      const moving = await page.evaluate(
        () =>
          document
            .getAnimations()
            .filter(
              ({ effect }) =>
                Number(effect?.getComputedTiming().duration ?? 0) > 0 &&
                effect instanceof KeyframeEffect &&
                effect.target?.closest('dialog') !== null &&
                !effect.target?.matches('.wp-spin'),
            ).length,
      );
      expect(moving, name).toBe(0);
    }
    await page.emulateMedia({ reducedMotion: null });
  });

  // In React the app itself shows them.
  if (renderer === 'Preact') {
    test('controls work with Preact alone: typing, choosing, a tooltip', async () => {
      await show(0);
      await page.getByLabel('Name').fill('Harbour');
      expect(await page.getByLabel('Name').inputValue()).toBe('Harbour');
      await page.getByText('People').click();
      expect(await page.getByLabel('People').isChecked()).toBe(true);
      await page.getByLabel('A', { exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      expect(await page.getByLabel('B', { exact: true }).isChecked()).toBe(true);
      await page.getByRole('button', { name: 'More' }).hover();
      await page.evaluate(() => overlaysPage.advance(400));
      expect(await page.getByRole('tooltip').textContent()).toContain('More about it');
    });
  }

  const trigger = (): ReturnType<Page['locator']> => page.locator('#overlay [aria-expanded]').first();
  const popper = (): ReturnType<Page['locator']> => page.locator('.wp-popper:popover-open').first();
  const shownPoppers = async (): Promise<number> => {
    await settle();
    return popper().count();
  };
  const openPopper = async (index: number): Promise<void> => {
    await show(index);
    await trigger().click();
    await popper().waitFor();
  };

  test('every popper: in the top layer and inside the window; closed by a click outside, Escape and another page', async () => {
    for (const [index, { kind, name, rules }] of names.entries()) {
      if (kind !== 'popper') continue;
      const { persistent = false } = rules;
      await openPopper(index);
      const box = await popper().boundingBox();
      expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 1200 && box.y + box.height <= 800, `${name}: inside`).toBe(true);
      await page.mouse.click(20, 780);
      expect(await shownPoppers(), `${name}: outside`).toBe(0);

      await openPopper(index);
      await page.keyboard.press('Escape');
      expect(await shownPoppers(), `${name}: Escape`).toBe(0);
      expect(await trigger().evaluate((element) => element === document.activeElement), `${name}: focus back`).toBe(true);

      await openPopper(index);
      await page.evaluate(() => overlaysPage.go('/elsewhere'));
      expect(await shownPoppers(), `${name}: another page`).toBe(persistent ? 1 : 0);
    }
  });

  test('a popper that opens on hover: 60 ms, the pointer’s path to it, the focus', async () => {
    const index = names.findIndex(({ name }) => name === 'Popper that hovers');
    const advance = (milliseconds: number): Promise<void> => page.evaluate((length) => overlaysPage.advance(length), milliseconds);
    await openPopper(index);
    await page.mouse.move(20, 780);
    await advance(59);
    expect(await shownPoppers()).toBe(1);
    await advance(1);
    expect(await shownPoppers()).toBe(0);

    await openPopper(index);
    await page.mouse.move(20, 780);
    await advance(40);
    await popper().hover();
    await advance(5000);
    expect(await shownPoppers()).toBe(1);
    await popper().locator('button').focus();
    await page.mouse.move(20, 780);
    await advance(5000);
    expect(await shownPoppers()).toBe(1);
    await page.locator('#outside').focus();
    await advance(60);
    expect(await shownPoppers()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('outside');
  });
});
