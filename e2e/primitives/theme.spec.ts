import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/chromium.ts';
import type { TestBrowser } from '../support/chromium.ts';
import { startDevelopmentApp } from '../support/gallery.ts';
import type { DevelopmentApp } from '../support/gallery.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

/** Looks of partners, from the five properties alone. */
const looks = [
  { name: 'ours, light', accent: '#00757A', raised: '#FFFFFF', ink: '#111918', dark: false },
  { name: 'ours, dark', accent: '#3FBDB6', raised: '#171E1D', ink: '#EAF0EE', dark: true },
  { name: 'a ski resort, dark', accent: '#B5341C', raised: '#22170F', ink: '#F3EADB', dark: true },
  { name: 'a bank, blue', accent: '#0A3FCB', raised: '#FFFFFF', ink: '#0B1026', dark: false },
  { name: 'a florist, pale pink', accent: '#E58FB1', raised: '#FFF8FA', ink: '#2B1420', dark: false },
  { name: 'a builder, yellow', accent: '#FFCC00', raised: '#FFFFFF', ink: '#1A1A1A', dark: false },
  { name: 'a club, violet on black', accent: '#7A3CFF', raised: '#0A0A0C', ink: '#F5F3FF', dark: true },
] as const;

const texts = [
  ...['ink', 'ink-2', 'ink-3', 'accent-text'].flatMap((ink) => ['canvas', 'sunken', 'raised'].map((surface) => [ink, surface] as const)),
  ['accent-ink', 'accent'],
  ['accent-text', 'accent-soft'],
  ['danger-text', 'raised'],
  ['warning-text', 'raised'],
] as const;
const parts = [
  ['line-control', 'raised'],
  ['focus', 'raised'],
  ['focus', 'canvas'],
] as const;

let app: DevelopmentApp;
let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([startDevelopmentApp(), launchBrowser()]);
  ({ page } = await browser.newPage());
  await page.goto(`${app.url}/testing/overlays`, { timeout: atMost(90_000) });
  await page.locator('#outside').waitFor();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** Contrast of token on token in a part of the page with a partner's look, as the browser mixes the colours. */
function contrasts(look: (typeof looks)[number], pairs: readonly (readonly [string, string])[]): Promise<string[]> {
  return page.evaluate(
    ({ given, wanted }) => {
      const part = document.createElement('section');
      part.dataset['wpTheme'] = '';
      part.style.colorScheme = given.dark ? 'dark' : 'light';
      for (const name of ['accent', 'raised', 'ink'] as const) part.style.setProperty(`--wp-${name}`, given[name]);
      document.body.append(part);
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (!canvas) throw new Error('No canvas.');
      const luminance = (token: string): number => {
        part.style.color = `var(--wp-${token})`;
        canvas.fillStyle = getComputedStyle(part).color;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) =>
          channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const found = wanted.map(([ink, surface]) => {
        const [light = 0, dark = 0] = [luminance(ink), luminance(surface)].sort((a, b) => b - a);
        return `${((light + 0.05) / (dark + 0.05)).toFixed(2)} ${ink} on ${surface}`;
      });
      part.remove();
      return found;
    },
    { given: look, wanted: pairs },
  );
}

describe.each(looks)('five properties: $name', (look) => {
  test('every text and control of the theme has enough contrast', async () => {
    const low = async (pairs: typeof texts | typeof parts, least: number): Promise<string[]> =>
      (await contrasts(look, pairs)).filter((line) => Number.parseFloat(line) < least);
    expect(await low(texts, 4.5)).toEqual([]);
    expect(await low(parts, 3)).toEqual([]);
  });
});

test('corners and the type follow', async () => {
  const measured = await page.evaluate(() => {
    const part = document.createElement('section');
    part.dataset['wpTheme'] = '';
    part.style.setProperty('--wp-r-picture', '0px');
    part.style.setProperty('--wp-font', 'Georgia');
    const button = document.createElement('button');
    button.className = 'wp-button';
    part.append(button);
    document.body.append(part);
    const { borderRadius, fontFamily } = getComputedStyle(button);
    part.remove();
    return { borderRadius, fontFamily };
  });
  expect(measured).toEqual({ borderRadius: '0px', fontFamily: 'Georgia' });
});
