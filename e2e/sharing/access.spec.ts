import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDialog, seeLive } from '../support/journeys.ts';
import { openSharingStage, type SharingStage } from '../support/sharing/sharing-stage.ts';
import { signedIn } from '../support/signed-in.ts';

let stage: SharingStage;

beforeAll(async () => {
  stage = await openSharingStage();
});
afterAll(() => stage?.close());

test('the owner shares by the dialog; the user who adds the camera sees only what the link gives', async () => {
  const { page: own } = await stage.openOwner();
  await own.goto(stage.cameraUrl);
  await seeLive(own);
  await own.getByRole('button', { name: 'Unmute' }).waitFor();
  await own.goto(stage.product.url);
  await own.getByRole('button', { name: 'Share' }).click();
  const dialog = openDialog(own);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
  // The field leaves out what every address begins with.
  const link = `http://${await dialog.getByLabel('Link', { exact: true }).inputValue()}`;
  expect(link).toMatch(new RegExp(`^${stage.product.url}/s/\\w{16,}$`));

  const { page } = await stage.browser.newPage({ storageState: await signedIn(stage.product, stage.product.emailOf('viewer')) });
  await page.goto(link);
  await page.getByText('without sound').first().waitFor();
  await page.getByRole('button', { name: 'Add camera' }).click();
  await page.waitForURL(stage.cameraUrl);
  await seeLive(page);
  await page.getByRole('button', { name: 'More actions', exact: true }).first().click();
  const items = await page.getByRole('menuitem').allTextContents();
  expect(items.join()).not.toMatch(/Rename|Manage access/);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: /Unmute|Sound|Talk/ }).count()).toBe(0);

  await page.goto(`${stage.cameraUrl}/settings`);
  await page.getByText('You have view-only access to this camera').waitFor();
  await page.goto(stage.manageUrl);
  await page.getByRole('heading', { name: 'You can’t manage access to this camera' }).waitFor();
});

test('lowered, restricted, revoked: each change is seen in a running picture', async () => {
  const email = stage.product.emailOf('lowered');
  const viewer = await stage.openUser(email);
  await viewer.page.goto(stage.cameraUrl);
  await seeLive(viewer.page);

  await stage.owner.sharing.updateCameraUser(stage.cameraId, viewer.customerId, { withArchive: false });
  await viewer.page.goto(`${stage.cameraUrl}?t=${Date.now() - 5000}`);
  await viewer.page.getByText('No access to the archive').first().waitFor();
  const owner = stage.product.emailOf('owner');
  await viewer.page.getByText(owner).first().waitFor();

  await viewer.page.goto(stage.cameraUrl);
  await seeLive(viewer.page);
  const { page: own } = await stage.openOwner();
  await own.goto(`${stage.product.url}/settings/permissions`);
  await own.getByRole('button', { name: /: lowered, Yard$/ }).waitFor();
  await own.goto(stage.manageUrl);
  await own.getByRole('button', { name: `${email}: actions` }).click();
  await own.getByRole('menuitem', { name: 'Revoke' }).click();
  await openDialog(own).getByRole('button', { name: 'Revoke access' }).click();
  await own.getByText('lowered no longer has access').waitFor();
  await viewer.page.getByText('Your access has ended').first().waitFor();
});
