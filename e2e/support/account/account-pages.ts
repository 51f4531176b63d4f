import type { TestBrowser, TestPage } from '../chromium.ts';
import type { RunningProduct } from '../product.ts';
import { signedIn } from '../signed-in.ts';

/** Opens a page of a signed-in account, on a device of its own. */
export async function openDashboardPage(browser: TestBrowser, product: RunningProduct, email: string): Promise<TestPage> {
  const view = await browser.newPage({ storageState: await signedIn(product, email) });
  await view.page.goto(product.url);
  await view.page.getByRole('heading', { name: 'All locations' }).waitFor();
  return view;
}

/** Opens the settings of a signed-in account, on a device of its own. */
export async function openAccountPage(browser: TestBrowser, product: RunningProduct, email: string): Promise<TestPage> {
  const view = await browser.newPage({ storageState: await signedIn(product, email) });
  await view.page.goto(`${product.url}/settings/account`);
  await view.page.getByRole('heading', { name: 'Devices signed in' }).waitFor();
  return view;
}
