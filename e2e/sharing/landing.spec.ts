import type { Invite } from '@watchpost/sdk-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeLive } from '../support/journeys.ts';
import { createLink, linkPath, type LinkOptions } from '../support/sharing.ts';
import { openSharingStage, type SharingStage } from '../support/sharing/sharing-stage.ts';
import { signedIn } from '../support/signed-in.ts';

let stage: SharingStage;

beforeAll(async () => {
  stage = await openSharingStage();
});
afterAll(() => stage?.close());

const shareCamera = (options: LinkOptions = {}): Promise<Invite> =>
  createLink(stage.owner, [stage.cameraId], { label: 'Neighbours', hasPicture: true, ...options });

const addressOf = (invite: Invite): string => stage.product.url + linkPath(invite);

/** Goes back through the whole history of the page. @returns whether an address in it contained the secret */
async function historyHas(page: Page, secret: string): Promise<boolean> {
  for (let index = 0; index < 6; index += 1) {
    if (page.url().includes(secret)) return true;
    const before = page.url();
    await page.goBack({ waitUntil: 'commit', timeout: 5_000 }).catch(() => null);
    if (page.url() === before) break;
  }
  return page.url().includes(secret);
}

test('a stranger opens a link, signs in on the way, adds the camera and sees it live', async () => {
  const invite = await shareCamera();
  const { page, context, errors, violations } = await stage.browser.newPage();
  await page.goto(addressOf(invite));
  await page.waitForURL(/\/signin\?returnUrl=/);
  const email = stage.product.emailOf('maria');
  await page.getByLabel('E-mail').fill(email);
  const asked = Date.now();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code of 6 digits').fill(await stage.product.code(email, { after: asked }));
  const add = page.getByRole('button', { name: 'Add camera' });
  const withoutApps = page.getByText('Continue without apps');
  await add.or(withoutApps).first().waitFor();
  if (await withoutApps.isVisible()) await withoutApps.click();
  await page.getByRole('heading', { name: '1 camera, shared with you' }).waitFor();
  await page.getByText(stage.product.emailOf('owner')).waitFor();
  await page.getByRole('img', { name: /^Yard, the latest picture/ }).waitFor();
  await add.click();
  await page.waitForURL(stage.cameraUrl);
  await seeLive(page);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.title]));
  expect(kept).not.toContain(invite.token);
  expect([errors, await violations()]).toEqual([[], []]);
  expect(await historyHas(page, invite.token ?? 'none')).toBe(false);
  await context.close();
});

test('a guest watches live without an account, until the link is revoked', async () => {
  const invite = await shareCamera({ allowsGuests: true });
  const { page, context, errors, violations } = await stage.browser.newPage();
  await page.goto(addressOf(invite));
  await page.getByRole('button', { name: 'Watch as guest' }).click();
  await page.waitForURL(`${stage.product.url}/guest/${invite.id}`);
  await page.getByText('Guest · the owner can see when you watch').waitFor();
  await seeLive(page);
  // Another visit needs only the cookie, which scripts can't read.
  await page.reload();
  await seeLive(page);
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await stage.owner.sharing.revokeInvite(invite.id);
  await page.getByRole('heading', { name: 'This link is not valid or active anymore' }).waitFor();
  expect([errors, await violations()]).toEqual([[], []]);
  expect(await historyHas(page, invite.token ?? 'none')).toBe(false);
  await context.close();
});

test('a revoked link is invalid for a user, and leads a stranger to sign-in only', async () => {
  const invite = await shareCamera({ allowsGuests: true });
  const address = addressOf(invite);
  await stage.owner.sharing.revokeInvite(invite.id);
  const user = await stage.browser.newPage({ storageState: await signedIn(stage.product, stage.product.emailOf('maria')) });
  await user.page.goto(address);
  await user.page.getByRole('heading', { name: 'Invalid link' }).waitFor();
  await user.page.getByText('This link is not valid or active anymore').waitFor();
  await user.context.close();
  const stranger = await stage.browser.newPage();
  await stranger.page.goto(address);
  await stranger.page.waitForURL(/\/signin\?returnUrl=/);
  await stranger.context.close();
});
