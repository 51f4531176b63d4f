import type { Page } from 'playwright';
import { afterAll, beforeAll, test } from 'vitest';
import { openKeysPage } from '../support/developers/keys-page.ts';
import { openDialog, seeLive } from '../support/journeys.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const openDevelopers = (): Promise<Page> => openKeysPage(shop);

test('an embed link of the page opens for a stranger, who is counted', async () => {
  const page = await openDevelopers();
  await page.getByRole('button', { name: 'Create link' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Name').fill('Lobby');
  await dialog.getByRole('checkbox', { name: 'Yard' }).check();
  await dialog.getByLabel(/Watching one camera/).fill('2');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const row = page.getByRole('row', { name: /Lobby/ });
  await row.getByText('0 of 2').waitFor();
  const [link] = await shop.owner.embeds.listLinks();
  const { page: stranger } = await shop.browser.newPage();
  await stranger.goto(link?.url ?? '');
  await seeLive(stranger);
  await row.getByText('1 of 2').waitFor();
  await row.getByRole('button', { name: 'Lobby: actions' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await openDialog(page).getByRole('button', { name: 'Revoke link' }).click();
  await row.getByText(/Revoked/).waitFor();
});
