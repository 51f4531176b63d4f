import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeLive } from '../support/journeys.ts';
import { until } from '../support/product.ts';
import { createLink, linkPath } from '../support/sharing.ts';
import { openSharingStage, type SharingStage } from '../support/sharing/sharing-stage.ts';

let stage: SharingStage;

beforeAll(async () => {
  stage = await openSharingStage();
});
afterAll(() => stage?.close());

const unmute = (page: Page) => page.getByRole('button', { name: 'Unmute' });

async function menuOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'More actions', exact: true }).first().click();
  const items = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return items.join();
}

test('an owner, two users and a guest watch at the same time; each change reaches the picture of whom it is for, and no other', async () => {
  const own = await stage.openOwner();
  const full = await stage.openUser('full@example.test', { access: 'full' });
  const view = await stage.openUser('view@example.test');
  const guestLink = await createLink(stage.owner, [stage.cameraId], { allowsGuests: true });
  const guest = await stage.browser.newPage();
  await guest.page.goto(stage.product.url + linkPath(guestLink));
  await guest.page.getByRole('button', { name: 'Watch as guest' }).click();
  for (const { page } of [own, full, view]) await page.goto(stage.cameraUrl);
  for (const { page } of [own, full, view, guest]) await seeLive(page);
  for (const { page } of [own, full, view]) await unmute(page).waitFor();
  expect([await menuOf(full.page), await menuOf(view.page)].map((items) => items.includes('Manage access'))).toEqual([true, false]);

  await stage.owner.sharing.updateCameraUser(stage.cameraId, view.customerId, { withAudio: false });
  await unmute(view.page).waitFor({ state: 'detached' });
  await seeLive(view.page);
  for (const { page } of [own, full]) expect(await unmute(page).count()).toBe(1);

  await stage.owner.sharing.updateCameraUser(stage.cameraId, full.customerId, { access: 'view' });
  await until('the menu to lose what only full access has', async () => !(await menuOf(full.page)).includes('Manage access'));
  await seeLive(full.page);

  await stage.owner.sharing.revokeInvite(guestLink.id);
  await guest.page.getByRole('heading', { name: 'This link is not valid or active anymore' }).waitFor();
  for (const { page } of [own, full, view]) await seeLive(page);

  await stage.owner.sharing.removeCameraUser(stage.cameraId, view.customerId);
  await view.page.getByText('Your access has ended').first().waitFor();
  for (const { page } of [own, full]) await seeLive(page);
  for (const { errors, violations } of [own, full, view, guest]) expect([errors, await violations()]).toEqual([[], []]);
});
