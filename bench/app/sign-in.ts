/**
 * Measures how soon users can type on the sign-in page: from the navigation until the e-mail field has the focus and shows the first typed character.
 * Cold: an empty cache, no connection. Warm: the same browser returns. Both also on a processor four times slower.
 * For comparison, the same page without an app's JavaScript: the final markup and styles of ours as plain HTML with `autofocus`, from the same machine.
 * No app can be faster than that; the difference is the cost of the framework and the code.
 */
import type { Page } from 'playwright';
import { launchChromium, type TestBrowser } from '../../e2e/support/chromium.ts';
import { figure, report, type Figure } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { startStaticCopy } from '../support/static-copy.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);

interface Times {
  /** Time since the start of the navigation, ms. */
  readonly focused: number;
  readonly typed: number;
}

const server = await startServer();
const browser = await launchChromium();
const copy = await startStaticCopy(browser, `${server.url}/signin`);

const figures: Figure[] = [];
for (const slower of [1, 4]) {
  const processor = slower === 1 ? '' : `, ${slower} times slower`;
  const ours = await measure(browser, `${server.url}/signin`, slower);
  const plain = await measure(browser, copy.url, slower);
  // Users notice a delay above half a second; a phone a few years old is about four times slower.
  figures.push(
    ...figuresOf(`cold${processor}`, ours.cold, slower === 1 ? 1000 : 2500),
    ...figuresOf(`warm${processor}`, ours.warm, slower === 1 ? 500 : 1500),
    ...figuresOf(`plain HTML, cold${processor}`, plain.cold),
    ...figuresOf(`plain HTML, warm${processor}`, plain.warm),
  );
}
await browser.close();
copy.close();
await server.dispose();
report('sign-in', figures);

function figuresOf(name: string, times: readonly Times[], atMost?: number): Figure[] {
  return [
    figure(
      `${name}: the field has the focus`,
      'ms',
      times.map(({ focused }) => focused),
    ),
    figure(
      `${name}: the character is shown`,
      'ms',
      times.map(({ typed }) => typed),
      atMost === undefined ? undefined : { of: 'p95', atMost },
    ),
  ];
}

async function measure(browser: TestBrowser, url: string, slower: number): Promise<{ cold: Times[]; warm: Times[] }> {
  const cold: Times[] = [];
  const warm: Times[] = [];
  for (let round = 0; round < rounds; round++) {
    const { page, context } = await browser.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    cold.push(await typeAtOnce(page, url));
    // Work that the first visit does for the next one is complete (a service worker fetches the app's files).
    await page.waitForLoadState('networkidle');
    warm.push(await typeAtOnce(page, url));
    await context.close();
  }
  return { cold, warm };
}

/** Opens the page and types as soon as the field has the focus. */
async function typeAtOnce(page: Page, url: string): Promise<Times> {
  await page.goto(url, { waitUntil: 'commit' });
  const focused = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const field = document.activeElement;
          if (field instanceof HTMLInputElement && field.type === 'email') resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const field = document.activeElement;
          // The frame after the one that sets the value shows it on the screen.
          if (field instanceof HTMLInputElement && field.value.endsWith('a')) requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.keyboard.press('a');
  return { focused, typed: await shown };
}
