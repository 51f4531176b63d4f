import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDialog, seeLive } from '../support/journeys.ts';
import { until } from '../support/product.ts';
import { openSharingStage, type SharingStage } from '../support/sharing/sharing-stage.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let stage: SharingStage;

beforeAll(async () => {
  stage = await openSharingStage();
});
afterAll(() => stage?.close());

test('a link that is revoked leaves its users, unless they are removed by name', async () => {
  const kept = await stage.openUser('kept@example.test', { label: 'Kept' });
  const removed = await stage.openUser('removed@example.test', { label: 'Removed' });
  for (const { page } of [kept, removed]) {
    await page.goto(stage.cameraUrl);
    await seeLive(page);
  }
  const { page: own } = await stage.openOwner();
  const revoke = async (label: string, alsoUsers: boolean): Promise<void> => {
    await own.goto(stage.manageUrl);
    await own.getByRole('button', { name: `${label}: actions` }).click();
    await own.getByRole('menuitem', { name: 'Revoke' }).click();
    const dialog = openDialog(own);
    await dialog.getByText('The link becomes inactive. People who already used it keep access.').waitFor();
    const option = dialog.getByRole('checkbox');
    expect(await option.isChecked()).toBe(false);
    if (alsoUsers) await option.check();
    await dialog.getByRole('button', { name: 'Revoke link' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await revoke('Kept', false);
  await revoke('Removed', true);
  await removed.page.getByText('Your access has ended').first().waitFor();
  await kept.page.reload();
  await seeLive(kept.page);
});

test('access that ends by itself ends the picture with an explanation', async () => {
  const { page, customerId } = await stage.openUser('temporary@example.test');
  await page.goto(stage.cameraUrl);
  await seeLive(page);
  await stage.owner.sharing.updateCameraUser(stage.cameraId, customerId, { expiresAt: Date.now() + 8000 });
  await page
    .getByText(/Your access (has|to .*) ended/)
    .first()
    .waitFor({ timeout: atMost(30_000) });
});

test('a user with full access restricts their own, after a warning, and can’t undo it', async () => {
  const { page } = await stage.openUser('full@example.test', { access: 'full' });
  await page.goto(stage.manageUrl);
  await page.getByRole('button', { name: 'full@example.test: actions' }).click();
  await page.getByRole('menuitem', { name: /Restrict my access/ }).click();
  const dialog = openDialog(page);
  await dialog.getByText('You can’t undo this yourself: only another user with full access can.').waitFor();
  await dialog.getByRole('radio', { name: /View only/ }).check();
  await dialog.getByRole('button', { name: 'Restrict access' }).click();
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByRole('button', { name: 'Restrict access' }).click();
  await until('the lower access', async () => {
    const { users } = await stage.owner.sharing.cameraUsers(stage.cameraId);
    return users.find(({ email }) => email === 'full@example.test')?.grant?.access === 'view';
  });
  await page.goto(stage.manageUrl);
  await page.getByRole('heading', { name: 'You can’t manage access to this camera' }).waitFor();
});

test('the log says who watched, and a spreadsheet opens it', async () => {
  const watcher = await stage.openUser('watcher@example.test', { label: 'Guard' });
  await watcher.page.goto(stage.cameraUrl);
  await seeLive(watcher.page);
  const { page: own } = await stage.openOwner();
  await own.goto(`${stage.product.url}/settings/permissions`);
  const row = own.getByRole('row').filter({ hasText: 'watcher' }).filter({ hasText: 'Guard' });
  await until('an entry of the log', async () => {
    await own.reload();
    return row
      .filter({ hasText: /is watching live|Is watching live/ })
      .first()
      .waitFor({ timeout: atMost(5_000) })
      .then(
        () => true,
        () => false,
      );
  });
  const [download] = await Promise.all([own.waitForEvent('download'), own.getByRole('button', { name: /CSV/ }).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(text).toMatch(/watcher@example\.test/);
});
