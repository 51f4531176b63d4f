import { readFile } from 'node:fs/promises';
import type { Grant, Invite } from '@watchpost/sdk-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDialog, seeLive } from '../support/journeys.ts';
import { chooseByArrows, createWalker, focusedStop, seeFocus, seeFocusKept } from '../support/keyboard/walker.ts';
import { createLink, linkPath, type LinkOptions } from '../support/sharing.ts';
import { openSharingStage, type SharingStage } from '../support/sharing/sharing-stage.ts';

// Sharing by keys alone: nothing here uses a pointer, and every stop on the way has a visible ring.
let stage: SharingStage;

beforeAll(async () => {
  stage = await openSharingStage();
});
afterAll(() => stage?.close());

const share = (options: LinkOptions = {}): Promise<Invite> => createLink(stage.owner, [stage.cameraId], options);

async function grantOf(wanted: string): Promise<Grant | null | undefined> {
  const { users } = await stage.owner.sharing.cameraUsers(stage.cameraId);
  return users.find(({ email }) => email === wanted)?.grant;
}

test('a user with other access reads the question, keeps what they have, then replaces it', async () => {
  const email = 'clara@example.test';
  const { page, context, errors } = await stage.openUser(email, { access: 'full' });
  const walker = createWalker(page);
  await page.goto(stage.product.url + linkPath(await share()));
  await page.getByRole('heading', { name: '1 camera, shared with you' }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Replace your access?' });
  const ask = async (): Promise<void> => {
    await walker.press('Enter');
    await dialog.waitFor();
    await seeFocusKept(page);
  };
  const keep = async (): Promise<void> => {
    await dialog.waitFor({ state: 'detached' });
    await seeFocus(page, /^Add camera$/);
    expect((await grantOf(email))?.access).toBe('full');
  };

  await walker.to(/^Add camera$/);
  await ask();
  await walker.press('Escape');
  await keep();
  await ask();
  await walker.to(/^Keep what I have$/);
  await walker.press('Enter');
  await keep();
  await ask();
  await walker.to(/^Replace$/);
  await walker.press('Enter');
  await page.waitForURL(stage.cameraUrl);
  expect((await grantOf(email))?.access).toBe('view');
  expect([walker.unseen, errors]).toEqual([[], []]);
  await context.close();
});

test('a guest comes in by the link, and leaves', async () => {
  const { page, context, errors } = await stage.browser.newPage({ reducedMotion: 'reduce' });
  const walker = createWalker(page);
  await page.goto(stage.product.url + linkPath(await share({ allowsGuests: true })));
  await page.getByRole('button', { name: 'Watch as guest' }).waitFor();
  await walker.to(/^Watch as guest$/);
  await walker.press('Enter');
  await page.waitForURL('**/guest/**');
  await seeLive(page);
  await walker.to(/^Leave$/);
  await walker.press('Enter');
  await seeFocus(page, /^You are no longer watching as a guest$/);
  expect([walker.unseen, errors]).toEqual([[], []]);
  await context.close();
});

test('a cell of the permissions says its access, leads to the log, and changes', async () => {
  const email = 'matrix@example.test';
  await (await stage.openUser(email)).context.close();
  const { page, context, errors } = await stage.openOwner();
  const walker = createWalker(page);
  await page.goto(`${stage.product.url}/settings/permissions`);
  const details = page.getByRole('dialog', { name: 'matrix on Yard' });
  const cell = /View: matrix, Yard$/;
  await page.getByRole('button', { name: cell }).waitFor();
  const openDetails = async (): Promise<void> => {
    await walker.press('Enter');
    await details.waitFor();
    // It has the focus itself, so that it is announced.
    await seeFocus(page, /^matrix on Yard$/);
  };
  await walker.to(cell);
  await openDetails();
  await walker.press('Escape');
  await details.waitFor({ state: 'detached' });
  await seeFocus(page, cell);

  await openDetails();
  await walker.to(/^Show in log$/);
  await walker.press('Enter');
  await page.getByRole('button', { name: `Person: ${email}` }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('access-log');

  await walker.to(cell, { backwards: true });
  await openDetails();
  await walker.to(/^Change$/);
  await walker.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Access of matrix' });
  await dialog.waitFor();
  await seeFocusKept(page);
  await walker.to(/^Archive$/);
  await page.keyboard.press('Space');
  await walker.to(/^Save$/);
  await walker.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect((await grantOf(email))?.withArchive).toBe(false);
  // The cell says another word by now.
  await seeFocus(page, /Live: matrix, Yard$/);
  expect([walker.unseen, errors]).toEqual([[], []]);
  await context.close();
});

test('the log is filtered by what happened and by person, and saved as a file', async () => {
  const email = 'logged@example.test';
  await (await stage.openUser(email, { label: 'Logged' })).context.close();
  const { page, context, errors } = await stage.openOwner();
  const walker = createWalker(page);
  await page.goto(`${stage.product.url}/settings/permissions`);
  const rows = page.locator('.log-table').getByRole('row');
  const joined = rows.filter({ hasText: 'joined by Logged' });
  await joined.waitFor();

  await walker.to(/^Changes/);
  await walker.press('Space');
  await page.getByRole('button', { name: /^Changes/, pressed: true }).waitFor();
  await seeFocus(page, /^Changes/);
  await walker.to(/^Person: Everyone$/);
  await walker.press('Enter');
  await page.getByRole('menu').waitFor();
  await chooseByArrows(page, /^logged@example\.test$/);
  await seeFocus(page, /^Person: logged@example\.test$/);
  await rows.filter({ hasText: 'created the link' }).first().waitFor({ state: 'detached' });
  await joined.waitFor();

  await walker.to(/^Download as CSV$/, { backwards: true });
  const [download] = await Promise.all([page.waitForEvent('download'), walker.press('Enter')]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain(email);
  expect(file).not.toContain('owner@example.test');
  await seeFocus(page, /^Download as CSV$/);
  expect([walker.unseen, errors]).toEqual([[], []]);
  await context.close();
});

test('someone’s access is changed in the dialog that their menu opens, and the focus returns to the menu’s button', async () => {
  const email = 'changed@example.test';
  await (await stage.openUser(email)).context.close();
  const { page, context, errors } = await stage.openOwner();
  const walker = createWalker(page);
  await page.goto(stage.manageUrl);
  const opener = /^changed@example\.test: actions$/;
  await page.getByRole('button', { name: opener }).waitFor();
  await walker.to(opener);
  await walker.press('ArrowDown');
  await page.getByRole('menu').waitFor();
  await chooseByArrows(page, /^Change access$/);
  const dialog = openDialog(page);
  await dialog.waitFor();
  await seeFocusKept(page);
  await walker.to(/^View only/);
  await page.keyboard.press('ArrowUp');
  expect((await focusedStop(page))?.name).toMatch(/^Full access/);
  await walker.to(/^Sound$/);
  await page.keyboard.press('Space');
  await dialog.getByText('without sound').waitFor();
  await walker.to(/^Save$/);
  await walker.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await seeFocus(page, opener);
  const { access, withAudio } = (await grantOf(email)) ?? {};
  expect({ access, withAudio }).toEqual({ access: 'full', withAudio: false });
  expect([walker.unseen, errors]).toEqual([[], []]);
  await context.close();
});
