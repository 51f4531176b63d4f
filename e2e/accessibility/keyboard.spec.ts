import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';

let product: Product;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ WATCHPOST_DEMO: '1' }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

interface Stop {
  readonly name: string;
  readonly area: { x: number; y: number; width: number; height: number };
}

/** What has the focus, by the name that a screen reader says, and where it is; null for the page itself. */
function focused(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    const name = (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
    const { x, y, width, height } = element.getBoundingClientRect();
    return { name, area: { x, y, width, height } };
  });
}

/** Walks by Tab and looks at every stop: its ring is on the screen while it has the focus, and gone afterwards. */
function createWalker(page: Page) {
  const unseen: string[] = [];
  let last: { stop: Stop; withFocus: Buffer } | null = null;
  const photo = async ({ area }: Stop): Promise<Buffer> => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const clip = { x: Math.max(0, area.x - 6), y: Math.max(0, area.y - 6), width: 0, height: 0 };
    clip.width = Math.min(width, area.x + area.width + 6) - clip.x;
    clip.height = Math.min(height, area.y + area.height + 6) - clip.y;
    if (clip.width <= 12 || clip.height <= 12) return Buffer.alloc(0);
    return page.screenshot({ clip, animations: 'disabled' });
  };
  return {
    unseen,
    /** Presses Tab until something of this name has the focus. */
    async to(name: RegExp): Promise<void> {
      for (let press = 0; press < 60; press++) {
        await page.keyboard.press('Tab');
        const stop = await focused(page);
        if (last && (await photo(last.stop)).equals(last.withFocus)) unseen.push(last.stop.name);
        last = stop && { stop, withFocus: await photo(stop) };
        if (stop && last?.withFocus.length === 0) unseen.push(`${stop.name} (out of sight)`);
        if (stop && name.test(stop.name)) return;
      }
      throw new Error(`60 times Tab did not reach ${name}.`);
    },
    /** Enter goes somewhere else: the last stop cannot be looked at again. */
    async press(key: string): Promise<void> {
      last = null;
      await page.keyboard.press(key);
    },
  };
}

test('sign-in, dashboard, settings and sign-out by keys alone, every stop with a visible focus', async () => {
  const { page, errors } = await browser.newPage({ reducedMotion: 'reduce' });
  const walker = createWalker(page);
  await page.goto(`${product.url}/signin`);
  await until('the field to have the focus', async () => (await focused(page))?.name === 'E-mail');
  await page.keyboard.type('keys@example.test');
  const asked = Date.now();
  await walker.to(/^Continue$/);
  await walker.press('Enter');
  await until('the code field to have the focus', async () => (await focused(page))?.name === 'Code of 6 digits').catch(
    async (error: unknown) => {
      throw new Error(
        `${String(error)} ${(await focused(page))?.name} has it on a page that says: ${await page.locator('main').innerText()}`,
      );
    },
  );
  await page.keyboard.type(await product.code('keys@example.test', { after: asked }));
  await page.getByText('Continue without apps').waitFor();
  await walker.to(/^Continue without apps$/);
  await walker.press('Enter');
  await page.getByRole('heading', { name: 'All locations' }).waitFor();
  // It comes with the cameras, and moves what is below it.
  await page.getByRole('link', { name: 'Video wall' }).waitFor();

  // The first stop of a page skips its navigation.
  await walker.to(/^Skip to content$/);
  await walker.to(/^Cameras$/);
  await walker.to(/^Settings$/);
  await walker.to(/^Profile/);
  await walker.press('Enter');
  await page.getByRole('menu').waitFor();
  await chooseByArrows(page, /^Account settings$/);
  await page.waitForURL('**/settings/account');
  await page.getByRole('heading', { name: 'Account' }).first().waitFor();
  await walker.to(/^Change/);
  await walker.press('Enter');
  await page.getByRole('dialog', { name: 'Change e-mail' }).waitFor();
  // A dialog keeps the focus, and gives it back.
  await until('the dialog to have the focus', () => page.evaluate(() => document.activeElement?.closest('dialog, [role=dialog]') !== null));
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog, [role=dialog]') !== null,
      ),
    ).toBe(true);
  }
  await walker.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await focused(page))?.name).toMatch(/^Change/);

  await page.keyboard.press('Control+K');
  await page.getByPlaceholder('Camera, place or action').waitFor();
  await page.keyboard.type('Sign out');
  await walker.press('Enter');
  await page.getByRole('alertdialog', { name: 'Sign out?' }).waitFor();
  await walker.to(/^Sign out$/);
  await walker.press('Enter');
  await page.waitForURL('**/signin');
  await until('the field to have the focus again', async () => (await focused(page))?.name === 'E-mail');

  expect(walker.unseen).toEqual([]);
  expect(errors).toEqual([]);
});

async function chooseByArrows(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 30; press++) {
    if (name.test((await focused(page))?.name ?? '')) return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrows did not reach ${name}.`);
}
