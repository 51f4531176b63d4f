import type { Invite } from '@watchpost/sdk-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** Waits for the invitation; on the way there from sign-in the apps may be offered once. */
async function seeInvitation(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add camera' });
  const withoutApps = page.getByText('Continue without apps');
  await add.or(withoutApps).first().waitFor();
  if (await withoutApps.isVisible()) await withoutApps.click();
  await add.waitFor();
}

const addressOf = (invite: Invite): string => stage.product.url + linkPath(invite);

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

test('an open link accepts nothing by itself; it outlives a change of account, and the camera goes to the account that presses', async () => {
  const [wrong, right] = ['wrong@example.test', 'Right@Example.test'];
  const invite = await shareCamera({ allowsGuests: true, maxUsers: 1 });
  const { page, context } = await stage.browser.newPage({ storageState: await signedIn(stage.product, wrong) });
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && /\/invites?\b|\/guests?\b/.test(pathname)) sent.push(pathname);
  });
  await page.clock.install();
  /** As a visitor does who looks away, or a scanner that runs scripts. */
  const wait = async (): Promise<void> => {
    await page.getByRole('heading', { name: '1 camera, shared with you' }).waitFor();
    await page.clock.runFor(10_000);
    expect(sent).toEqual([]);
  };
  await page.goto(addressOf(invite));
  await page.getByText(wrong).waitFor();
  await wait();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.waitForURL(/\/signin\?returnUrl=/);
  await page.getByLabel('E-mail').fill(right);
  const after = Date.now();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code of 6 digits').fill(await stage.product.code(right.toLowerCase(), { after }));
  await seeInvitation(page);
  await page.getByText(right.toLowerCase()).waitFor();
  await wait();
  await page.getByRole('button', { name: 'Add camera' }).click();
  await page.waitForURL(stage.cameraUrl);
  expect(sent).toHaveLength(1);
  const { users } = await stage.owner.sharing.cameraUsers(stage.cameraId);
  expect(users.map(({ email }) => email).filter((email) => /wrong|right/.test(email ?? ''))).toEqual([right.toLowerCase()]);
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
