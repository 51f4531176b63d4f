import type { Page } from 'playwright';
import { until } from '../product.ts';

/** What has the focus: its name, as a screen reader says it, and where it is. */
interface Stop {
  readonly name: string;
  readonly area: { x: number; y: number; width: number; height: number };
}

/** Returns what has the focus; null for the page itself. */
export function focusedStop(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    const name = (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
    const { x, y, width, height } = element.getBoundingClientRect();
    return { name, area: { x, y, width, height } };
  });
}

/** Waits until something of this name has the focus: it moves once a dialog has closed, or a page has changed. */
export async function seeFocus(page: Page, name: RegExp): Promise<void> {
  let last: string | undefined;
  await until(
    () => `${name} to have the focus, which ${last ?? 'the page'} has`,
    async () => {
      last = (await focusedStop(page))?.name;
      return last !== undefined && name.test(last);
    },
  );
}

/** Waits until the dialog that is open has the focus, and makes sure that Tab keeps it there. */
export async function seeFocusKept(page: Page): Promise<void> {
  await until('the dialog to have the focus', () =>
    page.evaluate(() => document.activeElement?.closest('dialog, [role=dialog], [role=alertdialog]') !== null),
  );
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab');
    const isKept = await page.evaluate(
      () =>
        document.activeElement === document.body || document.activeElement?.closest('dialog, [role=dialog], [role=alertdialog]') !== null,
    );
    if (!isKept) throw new Error(`Tab left the dialog: ${(await focusedStop(page))?.name ?? 'the page'} has the focus.`);
  }
}

interface Walker {
  /** Names of stops without a visible ring, so far. */
  readonly unseen: readonly string[];
  /** Presses Tab, or Shift and Tab, until something of this name has the focus. */
  to(name: RegExp, options?: { readonly backwards?: boolean }): Promise<void>;
  /** Presses a key that goes somewhere else: the last stop can't be looked at again. */
  press(key: string): Promise<void>;
}

/** Walks by Tab and looks at every stop: its ring is on the screen while it has the focus, and gone afterwards. */
export function createWalker(page: Page): Walker {
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
    async to(name, { backwards = false } = {}) {
      for (let press = 0; press < 60; press++) {
        await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
        const stop = await focusedStop(page);
        if (last && (await photo(last.stop)).equals(last.withFocus)) unseen.push(last.stop.name);
        last = stop && { stop, withFocus: await photo(stop) };
        if (stop && last?.withFocus.length === 0) unseen.push(`${stop.name} (out of sight)`);
        if (stop && name.test(stop.name)) return;
      }
      throw new Error(`60 times Tab did not reach ${name}.`);
    },
    async press(key) {
      last = null;
      await page.keyboard.press(key);
    },
  };
}

/** Presses the arrow until an entry of this name has the focus, then chooses it. */
export async function chooseByArrows(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 30; press++) {
    if (name.test((await focusedStop(page))?.name ?? '')) return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrows did not reach ${name}.`);
}
