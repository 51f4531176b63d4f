import type { CreateInviteBody } from '@watchpost/sdk-core';
import { buildInvite } from '@watchpost/sdk-core/testing';
import { openDialog } from '../journeys.ts';
import type { Screen, View } from './screen.ts';
import { sharingLandingScreens } from './sharing-landing-screens.ts';
import type { Stage } from './stage.ts';

const manageAccess: Screen['path'] = ({ cameraId }) => `/cameras/${cameraId}/settings/manage-access`;

/** The share dialog of the dashboard, which begins with its cameras. */
async function openShare({ page, stage }: View): Promise<void> {
  await page
    .getByRole('button', { name: stage.t('cameras:share') })
    .first()
    .click();
  // Each camera with its picture.
  await openDialog(page).locator('.wp-share-preview > canvas:not([hidden])').nth(2).waitFor();
}

/** Two cameras are selected. */
async function seeShareOptions(view: View): Promise<void> {
  await openShare(view);
  const dialog = openDialog(view.page);
  for (const index of [1, 2]) await dialog.getByRole('checkbox').nth(index).check();
  await dialog.locator('.wp-dialog-footer .wp-button-primary').click();
}

/** A created link. The server creates none: it would be in the lists of the other screens. */
async function seeShareLink(view: View): Promise<void> {
  const { page } = view;
  await seeShareOptions(view);
  await page.route('**/cameraphone/invites', (route) => {
    const { cameraIds, ...options }: CreateInviteBody = route.request().postDataJSON();
    return route.fulfill({
      json: buildInvite({ ...options, token: 'k7Qm2xD91ZkTq0Vb', cameras: cameraIds.map((id) => ({ id, title: id })) }),
    });
  });
  await openDialog(page).locator('.wp-share-act .wp-button-primary').click();
  await openDialog(page).locator('.wp-share-code').waitFor();
}

/** The dialog that an entry of someone's or of a link's menu opens. */
const dialogOf =
  (who: keyof Stage['sharing']['names'], entry: string) =>
  async ({ page, stage }: View): Promise<void> => {
    const label = stage.t('sharing-manage:actionsFor').replace('{{name}}', stage.sharing.names[who]);
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('menuitem', { name: stage.t(entry) }).click();
    await openDialog(page).waitFor();
  };

const openRestriction = dialogOf('guard', 'sharing-manage:restrict');

/** The question before someone gives up what they can't give back to themselves. */
async function askToRestrict(view: View): Promise<void> {
  const { page, stage } = view;
  await openRestriction(view);
  await page.getByRole('radio', { name: stage.t('sharing-manage:view') }).check();
  await page.getByRole('button', { name: stage.t('sharing-manage:restrictSubmit') }).click();
  await page.getByRole('alertdialog').waitFor();
}

/** An access in a sentence, with what can be done about it. */
async function openCell({ page }: View): Promise<void> {
  await page.locator('.matrix-cell').last().click();
  await page.locator('.matrix-pop').waitFor();
}

/** The log, which is below the people. */
async function seeLog({ page }: View): Promise<void> {
  await page.locator('.log-table td, .log-item').first().waitFor();
  await page.locator('#access-log').evaluate((log) => log.scrollIntoView());
}

/** The screens of sharing: the dialog, who has access, the log, the pages behind a link. */
export const sharingScreens: readonly Screen[] = [
  ...sharingLandingScreens,
  { name: 'share', path: '/', prepare: openShare },
  { name: 'share-options', path: '/', prepare: seeShareOptions },
  { name: 'share-link', path: '/', prepare: seeShareLink },
  { name: 'manage-access', path: manageAccess },
  { name: 'access-change', path: manageAccess, prepare: dialogOf('visitor', 'sharing-manage:change') },
  { name: 'access-revoke', path: manageAccess, prepare: dialogOf('visitor', 'sharing-manage:revoke') },
  { name: 'access-revoke-link', path: manageAccess, prepare: dialogOf('link', 'sharing-manage:revoke') },
  { name: 'access-restrict', as: 'guard', path: manageAccess, prepare: openRestriction },
  { name: 'access-restrict-confirm', as: 'guard', path: manageAccess, prepare: askToRestrict },
  { name: 'permissions', path: '/settings/permissions' },
  { name: 'permissions-cell', path: '/settings/permissions', prepare: openCell },
  { name: 'access-log', path: '/settings/permissions', prepare: seeLog },
];
