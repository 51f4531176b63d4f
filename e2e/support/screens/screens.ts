import type { Locator, Page } from 'playwright';
import { openDialog } from '../journeys.ts';
import { until } from '../product.ts';
import type { Screen, View } from './screen.ts';
import { addCameraScreens } from './add-camera-screens.ts';
import { billingScreens } from './billing-screens.ts';
import { developersScreens } from './developers-screens.ts';
import { reviewScreens } from './review-screens.ts';
import { sessionScreens } from './session-screens.ts';
import { sharingScreens } from './sharing-screens.ts';
import { smartEventsScreens } from './smart-events-screens.ts';
import type { Stage } from './stage.ts';
import { atMost } from '../../../tooling/tests/slow-machine.ts';

/** Any address with a mail of its own: the limits of the sign-in hold here too. */
const someEmail = (): string => `anna.${Math.random().toString(36).slice(2, 8)}@example.test`;

async function seeNotify(view: View): Promise<void> {
  await cameraMenu(view);
  await view.page.getByRole('menuitem', { name: view.stage.t('cameras-camera:notify') }).click();
  // On phones the switch is a chip, whose label lies over it.
  await view.page.locator('.alerts-status input').first().check({ force: true });
  await view.page.locator('.alerts-main .wp-banner').waitFor();
}

async function askForCode({ page, stage }: View): Promise<{ email: string; asked: number }> {
  const email = someEmail();
  const asked = Date.now();
  await page.getByLabel(stage.t('session:email')).fill(email);
  await page.keyboard.press('Enter');
  await page.getByLabel(stage.t('code:label')).waitFor();
  return { email, asked };
}

async function seeVideo({ page }: View): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('video')].some(({ readyState, currentTime }) => readyState >= 2 && currentTime > 0),
  );
}

/** Every tile of the wall with its moving picture. */
async function seeWall({ page }: View): Promise<void> {
  await page.waitForFunction(() => {
    const videos = [...document.querySelectorAll<HTMLVideoElement>('[data-camera] video')];
    return videos.length > 0 && videos.every(({ readyState, currentTime }) => readyState >= 2 && currentTime > 0);
  });
}

/** A tile that is offline, with the last picture below the words. */
async function seeOffline({ page }: View): Promise<void> {
  await page.waitForFunction(() => {
    const picture = document.querySelector<HTMLCanvasElement>('.wp-wall-tile:has(> .wp-wall-dimmed) canvas');
    return picture !== null && !picture.hidden && picture.getBoundingClientRect().height > 50;
  });
}

/** So many pictures of cameras. */
const seePreviews =
  (count: number) =>
  async ({ page }: View): Promise<unknown> =>
    page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('main img')].filter(
          (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
        ).length >= wanted,
      count,
    );

/** Its code comes after the first screen: a user who is faster presses again. */
async function openPalette({ page, stage }: View): Promise<Locator> {
  const field = page.getByPlaceholder(stage.t('palette:placeholder'));
  await until('the palette', async () => {
    await page.keyboard.press('Control+K');
    return field.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    );
  });
  return field;
}

/** The dialogs and places that have no address are found by their words, as a person finds them. */
async function byPalette(view: View, entry: string): Promise<void> {
  const { page, stage } = view;
  const field = await openPalette(view);
  await field.fill(stage.t(`palette:entries.${entry}.title`));
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
  await openDialog(page).waitFor();
}

const button = ({ page, stage }: View, text: string) => page.getByRole('button', { name: stage.t(text) }).first();
const cameraMenu = async ({ page, stage }: View): Promise<void> => {
  await page
    .getByRole('button', { name: stage.t('cameras-camera:more') })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
};
const dialogAfter =
  (text: string) =>
  async (view: View): Promise<void> => {
    await button(view, text).click();
    await openDialog(view.page).waitFor();
  };

/** The demo's cameras have no motor: this one answers as a dome does. */
const seeDome = async ({ page }: View): Promise<void> => {
  const abilities = { canPan: true, canTilt: true, canZoom: true, hasHome: true, canSetHome: true, mostPresets: 8 };
  const presets = [
    { id: '1', name: 'Gate' },
    { id: '2', name: 'The yard and the second gate behind the shed' },
    { id: '3', name: '' },
  ];
  await page.route('**/ptz', (route) =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({
          json: { abilities, presets, steering: 'nobody', patrol: { presetIds: ['1', '2'], dwellSeconds: 60, isRunning: true } },
        }),
  );
  await page.reload();
  await page.locator('.ptz-pad').waitFor();
};
/** Nor is there an update for them. */
const seeUpdate = async ({ page }: View): Promise<void> => {
  await page.route('**/firmware/latest', (route) =>
    route.fulfill({
      json: {
        installed: '0.1.0',
        check: { kind: 'up-to-date' },
        update: { kind: 'running', version: '0.2.0', step: 'download', fraction: 0.4 },
      },
    }),
  );
  await page.reload();
  await page.getByRole('progressbar').waitFor();
};

/** A card in use, whatever the demo's is. */
const seeCard = async ({ page }: View): Promise<void> => {
  const schedule = [
    { days: ['sat', 'sun'], from: '00:00', to: '24:00' },
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '19:00', to: '24:00' },
  ];
  await page.route('**/sd-card', (route) =>
    route.fulfill({
      json: {
        support: 'card',
        card: { state: 'installed', memory: { used: 12_300_000_000, total: 32_000_000_000 } },
        recording: 'schedule',
        schedule,
        timeZone: 'Europe/Moscow',
        work: null,
      },
    }),
  );
  await page.reload();
  await page.locator('.sd-card-section button').click();
  await page.locator('.sd-card-entry').last().waitFor();
};

export const screens: readonly Screen[] = [
  { name: 'sign-in', as: 'anonymous', path: '/signin' },
  {
    name: 'sign-in-code',
    as: 'anonymous',
    path: '/signin',
    prepare: (view) => askForCode(view).then(() => view.page.keyboard.type('4081')),
  },
  {
    name: 'sign-in-wrong-code',
    as: 'anonymous',
    path: '/signin',
    prepare: async (view) => {
      const { email, asked } = await askForCode(view);
      const code = await view.stage.product.code(email, { after: asked });
      await view.page.keyboard.type(code === '408153' ? '408154' : '408153');
      await view.page.getByRole('alert').or(view.page.locator('[aria-invalid=true]')).first().waitFor();
    },
  },
  {
    name: 'apps',
    as: 'anonymous',
    path: '/signin',
    prepare: async (view) => {
      const { email, asked } = await askForCode(view);
      await view.page.keyboard.type(await view.stage.product.code(email, { after: asked }));
      await button(view, 'session-more:appsContinue').waitFor();
    },
  },
  ...sessionScreens,
  { name: 'dashboard', path: '/', prepare: seePreviews(3) },
  { name: 'dashboard-offline', as: 'worried', path: '/', prepare: seePreviews(2) },
  { name: 'dashboard-empty', as: 'newcomer', path: '/' },
  { name: 'sidebar-collapsed', path: '/', only: 'large', kept: { sidebar: 'collapsed' }, prepare: seePreviews(3) },
  {
    name: 'profile',
    path: '/',
    prepare: async (view) => {
      await view.page
        .getByRole('button', { name: view.isSmall ? view.stage.t('shell:more') : new RegExp(`^${view.stage.t('shell:profile')}`) })
        .click();
      await view.page.getByRole('menu').or(openDialog(view.page)).first().waitFor();
    },
  },
  { name: 'palette', path: '/', prepare: openPalette },
  { name: 'keys', path: '/', prepare: (view) => byPalette(view, 'keys') },
  {
    name: 'keys-video-wall',
    path: '/video-wall',
    only: 'large',
    prepare: async (view) => {
      await seeWall(view);
      await view.page.keyboard.press('?');
      await openDialog(view.page).waitFor();
    },
  },
  { name: 'feedback', path: '/', prepare: (view) => byPalette(view, 'feedback') },
  {
    name: 'feedback-sent',
    path: '/',
    prepare: async (view) => {
      await byPalette(view, 'feedback');
      await view.page.getByLabel(view.stage.t('feedback:message')).fill('1234');
      await view.page.keyboard.press('Tab');
      await button(view, 'feedback:send').click();
      await view.page.getByText(view.stage.t('feedback:sent')).waitFor();
    },
  },
  { name: 'help', path: '/', prepare: (view) => byPalette(view, 'help') },
  { name: 'sign-out', path: '/', prepare: (view) => byPalette(view, 'signOut') },
  { name: 'camera-live', path: ({ cameraId }) => `/cameras/${cameraId}`, prepare: seeVideo },
  { name: 'camera-archive', path: ({ cameraId }) => `/cameras/${cameraId}?t=${Date.now() - 15_000}`, prepare: seeVideo },
  { name: 'camera-offline', as: 'worried', path: ({ offlineCameraId }) => `/cameras/${offlineCameraId}` },
  { name: 'camera-menu', path: ({ cameraId }) => `/cameras/${cameraId}`, prepare: cameraMenu },
  {
    name: 'camera-rename',
    path: ({ cameraId }) => `/cameras/${cameraId}`,
    prepare: async (view) => {
      await cameraMenu(view);
      await view.page.getByRole('menuitem', { name: view.stage.t('cameras-camera:rename') }).click();
      await openDialog(view.page).waitFor();
    },
  },
  { name: 'camera-notify', path: ({ cameraId }) => `/cameras/${cameraId}`, prepare: seeNotify },
  {
    name: 'camera-clip',
    path: ({ cameraId }) => `/cameras/${cameraId}?t=${Date.now() - 15_000}`,
    prepare: async (view) => {
      await seeVideo(view);
      await view.page.keyboard.press('KeyE');
      await view.page
        .locator('.archive-tools .wp-button-primary, .camera-dock .wp-button-primary:not([aria-pressed])')
        .filter({ visible: true })
        .click();
      await openDialog(view.page).waitFor();
    },
  },
  {
    name: 'camera-day',
    only: 'small',
    path: ({ cameraId }) => `/cameras/${cameraId}?t=${Date.now() - 15_000}`,
    prepare: async (view) => {
      await seeVideo(view);
      await view.page.locator('button.wp-day').click();
      await openDialog(view.page).waitFor();
    },
  },
  { name: 'camera-missing', path: '/cameras/cam_0000000000000000000000' },
  ...addCameraScreens,
  { name: 'camera-settings', path: ({ cameraId }) => `/cameras/${cameraId}/settings`, prepare: seeVideo },
  {
    name: 'camera-settings-stop',
    path: ({ cameraId }) => `/cameras/${cameraId}/settings`,
    prepare: async (view) => {
      await seeVideo(view);
      await view.page.locator('[aria-labelledby=settings-recording] input[type=radio]').last().click();
      await view.page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'camera-settings-device',
    path: ({ cameraId }) => `/cameras/${cameraId}/settings`,
    prepare: async ({ page }) => {
      await page.locator('[aria-labelledby=settings-device] button').click();
      await page.locator('.device').waitFor();
    },
  },
  { name: 'camera-sd-card', path: ({ cameraId }) => `/cameras/${cameraId}/settings`, prepare: seeCard },
  ...smartEventsScreens,
  { name: 'camera-control', path: ({ cameraId }) => `/cameras/${cameraId}/ptz`, prepare: seeDome },
  { name: 'camera-control-unable', path: ({ cameraId }) => `/cameras/${cameraId}/ptz` },
  { name: 'camera-firmware', path: ({ cameraId }) => `/cameras/${cameraId}/settings/about/check-for-updates`, prepare: seeUpdate },
  { name: 'activities', path: '/activities' },
  ...reviewScreens,
  { name: 'video-wall', path: '/video-wall', prepare: seeWall },
  { name: 'video-wall-offline', as: 'worried', path: '/video-wall', prepare: seeOffline },
  { name: 'video-wall-empty', as: 'newcomer', path: '/video-wall' },
  {
    name: 'video-wall-settings',
    path: '/video-wall',
    prepare: async (view) => {
      await seeWall(view);
      await view.page.locator('.wp-wall-bar [aria-haspopup=dialog]').click();
      await view.page.locator('.wp-wall-settings').waitFor();
    },
  },
  { name: 'settings', path: '/settings/menu' },
  { name: 'settings-account', path: '/settings/account' },
  { name: 'settings-email', path: '/settings/account', prepare: dialogAfter('account:emailChange') },
  {
    name: 'settings-devices',
    path: '/settings/account',
    prepare: async ({ page, stage }) => page.getByText(stage.t('account:deviceThis')).scrollIntoViewIfNeeded(),
  },
  { name: 'settings-delete', path: '/settings/account', prepare: dialogAfter('account:deleteOpen') },
  { name: 'settings-notifications', path: '/settings/notifications' },
  { name: 'settings-locations', path: '/settings/locations-and-rooms/list' },
  ...sharingScreens,
  { name: 'operator', path: '/operator', prepare: ({ page }) => page.locator('.operator-table').waitFor() },
  ...developersScreens,
  ...billingScreens,
  { name: 'offline', as: 'anonymous', path: ({ locale }) => `/offline-page/${locale}.html`, isUnreachable: true },
  { name: 'gallery', as: 'anonymous', path: '/dev/gallery', isForDevelopers: true },
  { name: 'not-found', as: 'anonymous', path: '/no-such-page' },
];

/**
 * Opens a screen and waits until it is what a person would see: its texts, fonts and pictures are there, nothing is loading.
 * @param width of the page, pixels
 */
export async function openScreen(page: Page, screen: Screen, stage: Stage, width: number): Promise<void> {
  if (screen.isUnreachable)
    await page.route('**/*', (route) => (route.request().resourceType() === 'fetch' ? route.abort() : route.continue()));
  const origin = screen.isForDevelopers ? await stage.developmentUrl() : stage.url;
  await page.goto(origin + (typeof screen.path === 'string' ? screen.path : screen.path(stage)), {
    waitUntil: 'domcontentloaded',
    timeout: screen.isForDevelopers ? 90_000 : 30_000,
  });
  if (screen.isForDevelopers) {
    // It shows what loads, for ever.
    await page.locator('main').waitFor();
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    return;
  }
  await settle(page);
  await screen.prepare?.({ page, stage, isSmall: width <= 768 });
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => {
        const seen = (selector: string): Element[] =>
          [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
        const pictures = seen('img').every((image) => image instanceof HTMLImageElement && image.complete);
        return (
          document.fonts.status === 'loaded' &&
          document.querySelector('h1, [role=dialog], main') !== null &&
          pictures &&
          seen('[aria-busy=true], .wp-spin, .wp-skeleton, .skeleton').length === 0
        );
      },
      null,
      // What never settles by itself (a camera that connects) is shown as it is.
      { timeout: atMost(8000) },
    )
    .catch(() => undefined);
}
