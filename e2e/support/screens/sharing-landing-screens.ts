import { linkPath } from '../sharing.ts';
import type { Screen, View } from './screen.ts';

/** So many pictures of invited cameras: the server may still be making the first. */
const seeInvited =
  (count: number) =>
  ({ page }: View): Promise<unknown> =>
    page
      .locator('.landing-picture img')
      .nth(count - 1)
      .waitFor();

const seeVideo = ({ page }: Pick<View, 'page'>): Promise<unknown> =>
  page.waitForFunction(() => [...document.querySelectorAll('video')].some(({ readyState }) => readyState >= 2));

const addCamera = ({ page, stage }: View): Promise<void> => page.getByRole('button', { name: stage.t('sharing-landing:addOne') }).click();

async function watchAsGuest({ page, stage }: Pick<View, 'page' | 'stage'>): Promise<void> {
  await page.getByRole('button', { name: stage.t('sharing-landing:watchAsGuest') }).click();
  await page.waitForURL('**/guest/**');
}

/** What came of the link instead of the invitation. */
const seeOutcome = ({ page }: View): Promise<unknown> => page.locator('.landing-outcome').waitFor();

/** The network fails; the link itself is fine. */
async function seeFailure({ page, stage }: View): Promise<void> {
  await page.route('**/invites/by-token/*', (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: stage.t('sharing-landing:retry') }).waitFor();
}

/** The link ends between opening and using it. */
async function seeInactive(view: View): Promise<void> {
  const { page, stage } = view;
  const { lender } = stage.sharing;
  const link = await lender.lend();
  await page.goto(stage.url + linkPath(link));
  await page.getByRole('button', { name: stage.t('sharing-landing:addOne') }).waitFor();
  await lender.client.sharing.revokeInvite(link.id);
  await addCamera(view);
  await seeOutcome(view);
}

/** The link ends while the guest watches. */
async function seeEnded(view: View): Promise<void> {
  const { page, stage } = view;
  const { lender } = stage.sharing;
  const link = await lender.lend({ allowsGuests: true });
  await page.goto(stage.url + linkPath(link));
  await watchAsGuest(view);
  await seeVideo(view);
  await lender.client.sharing.revokeInvite(link.id);
  await seeOutcome(view);
}

/** Another guest has the link's only place, for as long as the page is open. */
async function seeTooMany(view: View): Promise<void> {
  const { page, stage } = view;
  const address = stage.url + linkPath(await stage.sharing.lender.lend({ allowsGuests: true, maxViewers: 1 }));
  const other = await page.context().browser()?.newContext();
  if (!other) throw new Error('The page has no browser.');
  page.once('close', () => void other.close().catch(() => undefined));
  const first = { page: await other.newPage(), stage };
  await first.page.goto(address);
  // The buttons are in the language of that browser.
  await first.page.locator('.landing-actions .wp-button-primary').click();
  await seeVideo(first);
  await page.goto(address);
  await watchAsGuest(view);
  await page.getByText(stage.t('sharing-guest:fullTitle')).waitFor();
}

/** The pages behind a link: what it offers and what comes of it, and what its guests and users see. */
export const sharingLandingScreens: readonly Screen[] = [
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
      await view.page.locator('main .wp-button-primary').click();
      await view.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'shared-link-gone', as: 'newcomer', path: ({ sharing }) => sharing.gone, prepare: seeOutcome },
  { name: 'shared-link-failed', as: 'newcomer', path: ({ sharing }) => sharing.invitation, prepare: seeFailure },
  { name: 'shared-link-inactive', as: 'newcomer', path: ({ sharing }) => sharing.revoked, prepare: seeInactive },
  {
    name: 'shared-link-full',
    as: 'newcomer',
    path: ({ sharing }) => sharing.full,
    prepare: (view) => addCamera(view).then(() => seeOutcome(view)),
  },
  {
    name: 'guest',
    as: 'anonymous',
    path: ({ sharing }) => sharing.guestInvitation,
    prepare: (view) => watchAsGuest(view).then(() => seeVideo(view)),
  },
  { name: 'guest-ended', as: 'anonymous', path: ({ sharing }) => sharing.guestInvitation, prepare: seeEnded },
  {
    name: 'guest-hours',
    as: 'anonymous',
    path: ({ sharing }) => sharing.closed,
    prepare: async (view) => {
      await watchAsGuest(view);
      await view.page.getByText(view.stage.t('sharing-guest:hoursTitle')).waitFor();
    },
  },
  { name: 'guest-full', as: 'anonymous', path: ({ sharing }) => sharing.guestInvitation, prepare: seeTooMany },
  {
    name: 'camera-watermark',
    as: 'guard',
    path: ({ cameraId }) => `/cameras/${cameraId}`,
    prepare: async (view) => {
      await seeVideo(view);
      await view.page.locator('.wp-watermark').waitFor();
    },
  },
  {
    name: 'camera-closed',
    as: 'visitor',
    path: ({ sharing }) => `/cameras/${sharing.closedCameraId}`,
    prepare: ({ page }) => page.locator('.camera-closed').waitFor(),
  },
];
