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
  await page.getByLabel('E-mail').fill('maria@example.test');
  const asked = Date.now();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code of 6 digits').fill(await stage.product.code('maria@example.test', { after: asked }));
  const add = page.getByRole('button', { name: 'Add camera' });
  const withoutApps = page.getByText('Continue without apps');
  await add.or(withoutApps).first().waitFor();
  if (await withoutApps.isVisible()) await withoutApps.click();
  await page.getByRole('heading', { name: '1 camera, shared with you' }).waitFor();
  await page.getByText('owner@example.test').waitFor();
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

test('an accepted link goes on to the camera; its owner reads that it is theirs', async () => {
  const address = addressOf(await shareCamera());
  const again = await stage.browser.newPage({ storageState: await signedIn(stage.product, 'boris@example.test') });
  await again.page.goto(address);
  await again.page.getByRole('button', { name: 'Add camera' }).click();
  await again.page.waitForURL(stage.cameraUrl);
  await again.page.goto(address);
  await again.page.waitForURL(stage.cameraUrl);
  await again.context.close();

  const own = await stage.browser.newPage({ storageState: await signedIn(stage.product, 'owner@example.test') });
  await own.page.goto(address);
  await own.page.getByRole('heading', { name: 'This is your own camera' }).waitFor();
  await own.context.close();
});

test('other access to the camera is replaced only when asked for', async () => {
  const storageState = await signedIn(stage.product, 'clara@example.test');
  const { page, context } = await stage.browser.newPage({ storageState });
  await page.goto(addressOf(await shareCamera({ access: 'full' })));
  await page.getByRole('button', { name: 'Add camera' }).click();
  await page.waitForURL(stage.cameraUrl);

  const address = addressOf(await shareCamera());
  const accessOf = async (): Promise<string | undefined> =>
    (await stage.owner.sharing.cameraUsers(stage.cameraId)).users.find(({ email }) => email === 'clara@example.test')?.grant?.access;
  await page.goto(address);
  await page.getByRole('button', { name: 'Add camera' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace your access?' });
  await dialog.getByText('Full access, never expires').waitFor();
  await dialog.getByRole('button', { name: 'Keep what I have' }).click();
  expect(await accessOf()).toBe('full');
  await page.getByRole('button', { name: 'Add camera' }).click();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await page.waitForURL(stage.cameraUrl);
  expect(await accessOf()).toBe('view');
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

test('the keyboard alone adds the camera', async () => {
  const { page, context } = await stage.browser.newPage({ storageState: await signedIn(stage.product, 'daria@example.test') });
  await page.goto(addressOf(await shareCamera()));
  await page.getByRole('heading', { name: '1 camera, shared with you' }).waitFor();
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (let presses = 0; presses < 12 && (await focused()) !== 'Add camera'; presses += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe('Add camera');
  await page.keyboard.press('Enter');
  await page.waitForURL(stage.cameraUrl);
  await context.close();
});

test('a revoked link is invalid for a user, and leads a stranger to sign-in only', async () => {
  const invite = await shareCamera({ allowsGuests: true });
  const address = addressOf(invite);
  await stage.owner.sharing.revokeInvite(invite.id);
  const user = await stage.browser.newPage({ storageState: await signedIn(stage.product, 'maria@example.test') });
  await user.page.goto(address);
  await user.page.getByRole('heading', { name: 'Invalid link' }).waitFor();
  await user.page.getByText('This link is not valid or active anymore').waitFor();
  await user.context.close();
  const stranger = await stage.browser.newPage();
  await stranger.page.goto(address);
  await stranger.page.waitForURL(/\/signin\?returnUrl=/);
  await stranger.context.close();
});
