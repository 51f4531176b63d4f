import type { Route } from 'playwright';
import type { Screen, View } from './screen.ts';
import type { Stage } from './stage.ts';

const minute = 60_000;

interface SeenEvent {
  readonly cameraId: string;
  readonly pictureUrl: string | null;
}

/** What a busy afternoon leaves: minutes ago, length in seconds, and which of the cameras saw it. */
const afternoon = [
  { type: 'motion', ago: 2, seconds: 6, camera: 2, score: null },
  { type: 'human', ago: 6, seconds: 70, camera: 0, score: 0.92 },
  { type: 'vehicle', ago: 7, seconds: 40, camera: 0, score: 0.81 },
  { type: 'lineCrossing', ago: 7.4, seconds: 5, camera: 0, score: 0.88 },
  { type: 'vehicle', ago: 26, seconds: 120, camera: 1, score: 0.74 },
  { type: 'human', ago: 49, seconds: 200, camera: 2, score: 0.9 },
  { type: 'motion', ago: 52, seconds: 8, camera: 1, score: null },
  { type: 'motion', ago: 55, seconds: 9, camera: 1, score: null },
] as const;
const area = { x: 0.38, y: 0.3, width: 0.16, height: 0.45 };

/** Lists the afternoon with the pictures and cameras that the demo has. */
async function fulfillEvents(route: Route): Promise<void> {
  const asked = new URL(route.request().url());
  const isSeen = asked.searchParams.get('isSeen') === 'true';
  const types = asked.searchParams.getAll('type').flatMap((one) => one.split(','));
  // The demo's own events are motion: what asks for people only would get none, and so no camera to place them at.
  for (const name of ['type', 'isSeen', 'from', 'to']) asked.searchParams.delete(name);
  const answer = await route.fetch({ url: asked.href }).catch(() => null);
  // A page that is loaded again no longer waits for what it asked before.
  const body: { readonly events: readonly SeenEvent[] } | null = (await answer?.json().catch(() => null)) ?? null;
  if (body === null) return;
  const own = [...new Map(body.events.map((event) => [event.cameraId, event])).values()];
  // What was seen is from the hour before.
  const now = Date.now() - (isSeen ? 60 * minute : 0);
  const events = afternoon.flatMap(({ type, ago, seconds, camera, score }, index) => {
    const event = own[camera % Math.max(1, own.length)];
    const startAt = now - ago * minute;
    const common = { area, isSeen, isFalseAlarm: false, label: null };
    return event && (types.length === 0 || types.includes(type))
      ? [{ ...event, ...common, id: `evt_${isSeen ? 'seen' : 'new'}_${index}`, type, score, startAt, endAt: startAt + seconds * 1000 }]
      : [];
  });
  await route.fulfill({ json: { events, next: null } });
}

async function seeAfternoon({ page }: View): Promise<void> {
  await page.route(/\/cameraphone\/events\?/, fulfillEvents);
  await page.route('**/events/counts*', (route) =>
    route.fulfill({
      json: { total: 8, unseen: 8, types: { human: 2, vehicle: 2, lineCrossing: 1, motion: 3 }, falseAlarms: 0 },
    }),
  );
  await page.reload();
}

/** The user left an hour ago. */
const leftAnHourAgo = { 'left-at': String(Date.now() - 60 * minute) };

const notes = {
  en: ['A white van without number plates', 'Parcel left at the door', ''],
  ru: ['Белый фургон без номеров', 'Посылка оставлена у двери', ''],
} as const;

/** Moments with and without a note, and clips; one recording of each is gone. */
async function seeBookmarks({ page, stage }: View): Promise<void> {
  const now = Date.now();
  await page.route('**/bookmarks', (route) =>
    route.fulfill({
      json: {
        bookmarks: notes[stage.locale].map((note, index) => ({
          id: `bmk_${String(index).repeat(22)}`,
          cameraId: stage.cameraId,
          at: now - (index + 1) * 20_000,
          note,
          footageUntil: index === 1 ? now - minute : now + 7 * 24 * 60 * minute,
          createdAt: now,
        })),
      },
    }),
  );
  await page.route('**/saved-clips', (route) =>
    route.fulfill({
      json: {
        clips: (['available', 'none'] as const).map((footage, index) => ({
          id: `scl_${String(index).repeat(22)}`,
          cameraId: stage.cameraId,
          from: now - 5 * minute,
          to: now,
          note: notes[stage.locale][index],
          savedAt: now,
          footage,
        })),
      },
    }),
  );
  await page.reload();
  await page.locator('.bookmark').nth(2).waitFor();
  await page.locator('.saved-clip').nth(1).waitFor();
}

/** Alerts with hours, in two chats and by e-mail. */
async function seeAlerts({ page }: View): Promise<void> {
  const detection = { isEnabled: true, confidence: 0.7, threshold: 0.6, sensitivity: 6, scene: 'outdoor', zones: [] };
  const detections = [
    { type: 'human', ...detection },
    { type: 'vehicle', ...detection },
  ];
  await page.route('**/detections', (route) =>
    route.fulfill({ json: { engine: { state: 'ready' }, isOverBudget: false, isMotionEnabled: true, detections } }),
  );
  const chat = { kind: 'private', updatedAt: 5, isEnabled: true, isBlockedInChat: false, isKickedFromChat: false };
  await page.route('**/cameraphone/telegram-chats', (route) =>
    route.fulfill({
      json: [
        { id: 'tgc_1', name: 'Anna', ...chat },
        { id: 'tgc_2', name: 'Family', ...chat, isBlockedInChat: true },
      ],
    }),
  );
  await page.route('**/telegram-chats/*/notification-settings', (route) => route.fulfill({ json: { isEnabled: true } }));
  const schedule = [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '18:00', to: '23:00' },
    { days: ['sat', 'sun'], from: '07:00', to: '24:00' },
  ];
  await page.route('**/event-types/*/notification-settings', (route) =>
    route.fulfill({
      json: {
        isEnabled: !route.request().url().includes('motion'),
        isEmailEnabled: route.request().url().includes('human'),
        cooldownSeconds: 300,
        schedule,
        onlyWhenAway: true,
      },
    }),
  );
  await page.route(/\/cameras\/[^/]+\/notification-settings/, (route) =>
    route.fulfill({ json: { isStatusNotified: false, isStatusEmailed: false, snoozedUntil: null } }),
  );
  await page.route('**/events/counts*', (route) =>
    route.fulfill({
      json: { total: 9, unseen: 0, types: { human: new URL(route.request().url()).search.length % 9, vehicle: 3 }, falseAlarms: 0 },
    }),
  );
  await page.reload();
  await page.locator('.alerts-days').waitFor();
}

const alertsPath = ({ cameraId }: Stage): string => `/cameras/${cameraId}/settings/alerts`;

/** What happened while the user was away, and how they are notified. */
export const reviewScreens: readonly Screen[] = [
  {
    name: 'activities-away',
    path: '/activities',
    kept: leftAnHourAgo,
    prepare: async (view) => {
      await seeAfternoon(view);
      await view.page.locator('.away-strip').waitFor();
    },
  },
  {
    name: 'activities-search',
    path: '/activities',
    prepare: async ({ page, stage }) => {
      await page.getByRole('searchbox').fill(stage.t('events:searchExample'));
      await page.locator('.events-search-parts').waitFor();
    },
  },
  {
    name: 'dashboard-away',
    path: '/',
    kept: leftAnHourAgo,
    prepare: async (view) => {
      await seeAfternoon(view);
      await view.page.locator('.events-away').waitFor();
    },
  },
  { name: 'activities-saved', path: '/activities?show=saved', prepare: seeBookmarks },
  {
    name: 'activities-save',
    path: '/activities',
    prepare: async (view) => {
      await seeAfternoon(view);
      await view.page.locator('[data-event]').first().focus();
      await view.page.keyboard.press('KeyB');
      await view.page.getByRole('dialog').getByRole('textbox').waitFor();
    },
  },
  { name: 'alerts', path: alertsPath, prepare: seeAlerts },
  {
    name: 'alerts-hours',
    path: alertsPath,
    prepare: async (view) => {
      await seeAlerts(view);
      await view.page.locator('.alerts-when-head button').click();
      await view.page.locator('.alerts-entry').last().waitFor();
    },
  },
];
