import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQrCodes } from '../../packages/camera-agent/src/code/code-reader.ts';
import { openDialog } from '../support/journeys.ts';
import { addRigCamera } from '../support/owner.ts';
import { until } from '../support/product.ts';
import { openSharingStage, type SharingStage } from '../support/sharing/sharing-stage.ts';

let stage: SharingStage;

beforeAll(async () => {
  stage = await openSharingStage();
  const second = await addRigCamera(stage.owner, stage.camera, '/sub');
  await stage.owner.cameras.rename(second, 'Gate');
});
afterAll(() => stage?.close());

/** Opens the dashboard's dialog with one camera selected, and creates its link. @returns the link's address */
async function createdLink(page: Page): Promise<string> {
  await page.goto(stage.product.url);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = openDialog(page);
  await dialog.getByRole('checkbox', { name: 'Gate' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  return `http://${await dialog.getByLabel('Link', { exact: true }).inputValue()}`;
}

test('the QR code on the screen and the one that is saved encode the link', async () => {
  const { page, context } = await stage.openOwner();
  const link = await createdLink(page);
  const code = page.getByRole('img', { name: 'QR code of the link' });
  await code.waitFor();
  expect(await readQrCodes(new Uint8Array(await code.screenshot()))).toEqual([link]);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the QR code' }).click()]);
  expect(download.suggestedFilename()).toBe('watchpost-link.png');
  expect(await readQrCodes(new Uint8Array(await readFile(await download.path())))).toEqual([link]);
  await context.close();
});

test('the system’s share sheet gets the link, where there is one', async () => {
  const { page, context } = await stage.openOwner();
  await page.addInitScript(() => {
    const share = (data: ShareData): Promise<void> => {
      document.documentElement.dataset['shared'] = data.url;
      return Promise.resolve();
    };
    Object.defineProperty(navigator, 'share', { value: share });
  });
  const link = await createdLink(page);
  await page.getByRole('button', { name: 'Share with…' }).click();
  expect(await page.evaluate(() => document.documentElement.dataset['shared'])).toBe(link);
  await context.close();
});

test('the keyboard alone creates a link, copies it and revokes it', async () => {
  const { page, context } = await stage.openOwner();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(stage.product.url);
  await page.getByRole('link', { name: 'Gate' }).first().waitFor();
  await tabTo(page, /^Share$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Select cameras' }).waitFor();
  await tabTo(page, /^Gate$/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Done$/);
  await page.keyboard.press('Enter');
  // The focus is where the list is opened again, not lost.
  await until('the focus', async () => (await focused(page)) === 'Change');
  await tabTo(page, /^Create link$/);
  await page.keyboard.press('Enter');
  await until('the link', async () => (await focused(page)) === 'Copy link');
  await page.keyboard.press('Enter');
  await until('the link to be copied', async () => (await focused(page)) === 'Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const [invite] = await stage.owner.sharing.invites();
  expect(link).toBe(invite && stage.owner.sharing.inviteUrl(invite));

  await tabTo(page, /^Manage access$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/cameras/${invite?.cameras[0]?.id}/settings/manage-access`);
  await page
    .getByRole('button', { name: /: actions$/ })
    .first()
    .waitFor();
  await tabTo(page, /: actions$/);
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('End');
  expect(await focused(page)).toBe('Revoke');
  await page.keyboard.press('Enter');
  await openDialog(page).waitFor();
  await tabTo(page, /^Revoke link$/);
  await page.keyboard.press('Enter');
  await openDialog(page).waitFor({ state: 'detached' });
  expect((await stage.owner.sharing.invites()).find(({ id }) => id === invite?.id)?.state).toBe('revoked');
  await context.close();
});

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`60 times Tab did not reach ${name}.`);
}

/** The name of what has the focus, as a screen reader says it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim();
  });
}
