import type { Page } from 'playwright';
import type { Shop } from '../shop.ts';
import { signedIn } from '../signed-in.ts';

/** The settings for developers, open for the camera's owner, with the API keys and the embed links on them. */
export async function openKeysPage({ browser, product }: Pick<Shop, 'browser' | 'product'>): Promise<Page> {
  const { page } = await browser.newPage({ storageState: await signedIn(product, product.emailOf('owner')) });
  await page.goto(`${product.url}/settings/developers`);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  return page;
}
