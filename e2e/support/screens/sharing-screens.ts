import type { CreateInviteBody } from '@watchpost/sdk-core';
import { buildInvite } from '@watchpost/sdk-core/testing';
import { openDialog } from '../journeys.ts';
import type { Screen, View } from './screen.ts';

const manageAccess: Screen['path'] = ({ cameraId }) => `/cameras/${cameraId}/settings/manage-access`;

/** So many pictures of invited cameras: the server may still be making the first. */
const seeInvited =
  (count: number) =>
  ({ page }: View): Promise<unknown> =>
    page
      .locator('.landing-picture img')
      .nth(count - 1)
      .waitFor();

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

/** The screens of sharing: the dialog, who has access, the log, the pages behind a link. */
export const sharingScreens: readonly Screen[] = [
  { name: 'shared-link', as: 'anonymous', path: ({ sharing }) => sharing.revoked },
  { name: 'shared-link-invitation', as: 'newcomer', path: ({ sharing }) => sharing.invitation, prepare: seeInvited(2) },
  { name: 'shared-link-guests', as: 'anonymous', path: ({ sharing }) => sharing.guestInvitation, prepare: seeInvited(1) },
  { name: 'shared-link-revoked', as: 'newcomer', path: ({ sharing }) => sharing.revoked },
  { name: 'shared-link-own', path: ({ sharing }) => sharing.invitation },
  {
    name: 'shared-link-replace',
    as: 'guard',
    path: ({ sharing }) => sharing.invitation,
    prepare: async (view) => {
      await seeInvited(2)(view);
      const { page } = view;
      await page.locator('main .wp-button-primary').click();
      await openDialog(page).waitFor();
    },
  },
  {
    name: 'guest',
    as: 'anonymous',
    path: ({ sharing }) => sharing.guestInvitation,
    prepare: async ({ page, stage }) => {
      await page.getByRole('button', { name: stage.t('sharing-landing:watchAsGuest') }).click();
      await page.waitForURL('**/guest/**');
      await page.waitForFunction(() => [...document.querySelectorAll('video')].some(({ readyState }) => readyState >= 2));
    },
  },
  { name: 'share', path: '/', prepare: openShare },
  { name: 'share-options', path: '/', prepare: seeShareOptions },
  { name: 'share-link', path: '/', prepare: seeShareLink },
  {
    name: 'camera-watermark',
    as: 'guard',
    path: ({ cameraId }) => `/cameras/${cameraId}`,
    prepare: async ({ page }) => {
      await page.waitForFunction(() => [...document.querySelectorAll('video')].some(({ readyState }) => readyState >= 2));
      await page.locator('.wp-watermark').waitFor();
    },
  },
  { name: 'manage-access', path: manageAccess },
  { name: 'permissions', path: '/settings/permissions' },
];
