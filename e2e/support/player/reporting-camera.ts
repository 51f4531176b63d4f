import type { Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { seeLive } from '../journeys.ts';
import { until } from '../product.ts';
import type { Shop } from '../shop.ts';

/** A page of the shop with a camera, under a strict policy. @param connect what it can reach besides the product */
export async function openReportingCamera(
  { product, site, browser, cameraId, token }: Shop,
  path: string,
  attributes: string,
  connect = '',
): Promise<{ page: Page; violations: () => Promise<string[]> }> {
  const { url } = product;
  const markup = `<script type="module" src="${url}/embed/v1/watchpost.js"></script>
<watchpost-camera server="${url}" camera-id="${cameraId}" token="${await token()}" ${attributes}></watchpost-camera>`;
  site.page(path, `<!doctype html><html lang="en"><title>Shop</title>${markup}`, {
    'content-security-policy': `default-src 'none'; script-src ${url}; connect-src ${url} ${url.replace('http', 'ws')} ${connect}; media-src blob:; img-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`,
  });
  site.page('/away', '<!doctype html><title>Away</title>');
  const { page, context, violations } = await browser.newPage();
  onTestFinished(() => context.close());
  await page.goto(site.origin + path);
  await seeLive(page);
  return { page, violations };
}

/** Long enough that the report has something to say. */
export async function watch(page: Page): Promise<void> {
  const loaded = (): Promise<boolean> =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('player-quality-reporter')));
  await until('the reporter', loaded);
  // Five seconds bring a latency, too.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('watchpost-quality', (event) => {
          if (event instanceof CustomEvent && event.detail.type === 'latency') resolve();
        });
      }),
  );
}
