import { until, type RunningProduct } from '../product.ts';
import type { WebKitPage } from './webkit.ts';

/** Signs in as a person does, to the dashboard. */
export async function signInWithWebKit(page: WebKitPage, product: RunningProduct, email: string): Promise<void> {
  await page.goto(`${product.url}/signin`);
  const after = Date.now();
  await page.type('E-mail', email);
  await page.press('Continue');
  await page.see('Enter the code');
  await page.type('Code of 6 digits', await product.code(email, { after }));
  let isOffered = false;
  await until('the dashboard', async () => {
    // On the way there the apps are offered once; after the press, that page is on its way out.
    if (!isOffered && (await page.shows('Continue without apps'))) {
      isOffered = true;
      await page.press('Continue without apps');
    }
    return page.shows('All locations');
  });
}
