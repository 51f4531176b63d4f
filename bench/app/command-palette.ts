/** Measures how soon the command palette accepts input: from the shortcut until its field has the focus, in frames and in time. Its code loads after the first screen. */
import { launchChromium } from '../../e2e/support/chromium.ts';
import { until } from '../../e2e/support/product.ts';
import { signedIn } from '../../e2e/support/signed-in.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);

const server = await startServer();
const browser = await launchChromium();
const { page } = await browser.newPage({ storageState: await signedIn(server, 'bench@example.test') });
await page.goto(server.url);
await until('its code to be loaded', () =>
  page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /palette-dialog[^/]*\.js/.test(name))),
);
await page.waitForTimeout(1_000);

const shown: { readonly frames: number; readonly ms: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  shown.push(
    await page.evaluate(
      () =>
        new Promise<{ frames: number; ms: number }>((resolve) => {
          const startedAt = performance.now();
          let frames = 0;
          const look = (): void => {
            frames += 1;
            const { activeElement } = document;
            const isThere = activeElement !== null && activeElement === document.querySelector('dialog[open] [role=combobox]');
            if (isThere) resolve({ frames, ms: performance.now() - startedAt });
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
          document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }),
          );
        }),
    ),
  );
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
}
await browser.close();
await server.dispose();

report('command-palette', [
  figure(
    'frames until the field has the focus',
    'frames',
    shown.map(({ frames }) => frames),
    { of: 'p95', atMost: 6 },
  ),
  figure(
    'time until the field has the focus',
    'ms',
    shown.map(({ ms }) => ms),
    { of: 'p95', atMost: 100 },
  ),
]);
