// @vitest-environment jsdom
import { endlessSnooze } from '@watchpost/sdk-core';
import type { DetectionSettings } from '@watchpost/sdk-core';
import { buildCamera, buildEvent, buildTelegramChat, createFakeClock, createFakePush } from '@watchpost/sdk-core/testing';
import type { FakeClock, FakePush, FakeServer } from '@watchpost/sdk-core/testing';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp } from '../../../shared/testing/render-app.tsx';
import type { PreparedApp } from '../../../shared/testing/render-app.tsx';
import { applyLocale } from '../../../shared/i18n/i18n.ts';
import { AlertsScreen } from './notifications-camera-screen.tsx';
import { AlertsSwitch } from './notifications-camera-snooze.tsx';

const get = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings' } as const;
const update = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings' } as const;

const change = {
  method: 'PATCH',
  path: '/public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/notification-settings',
} as const;

const human = {
  type: 'human',
  isEnabled: false,
  confidence: 0.5,
  threshold: 0.6,
  sensitivity: 6,
  scene: 'outdoor',
  zones: [],
} satisfies DetectionSettings;

const byDefault = { isEnabled: true, isEmailEnabled: false, cooldownSeconds: 300, schedule: null, onlyWhenAway: false } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  forgetApp();
});

/** On a phone. */
async function opened({
  push = createFakePush(),
  isOn = false,
  clock,
  before = () => undefined,
}: { push?: FakePush; isOn?: boolean; clock?: FakeClock; before?: (server: FakeServer) => void } = {}): Promise<PreparedApp> {
  const app = await prepareApp({ email: 'anna@example.com', push: push.ports, ...(clock && { clock }) });
  app.server.cameras = [buildCamera({ id: 'yard' })];
  if (isOn) app.server.statusNotified.add('yard');
  before(app.server);
  render(
    app.around(
      <MemoryRouter>
        <AlertsSwitch cameraId="yard" />
        <AlertsScreen cameraId="yard" />
      </MemoryRouter>,
    ),
  );
  return app;
}
const toggle = () => screen.findByRole('switch', { name: 'Camera status: Push' });
const isOn = async (): Promise<boolean> => (await toggle()).getAttribute('aria-checked') === 'true';
/** Holds the next change until the test answers it. */
function holdNext(server: FakeServer, endpoint: typeof update | typeof change = update): (answer: Response) => void {
  let release: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    release = resolve;
  });
  server.answerNext(endpoint, () => answer);
  return release;
}
const failure = (): Response => Response.json({ error: { code: 'unavailable', message: 'Not now' } }, { status: 503 });

test('is off by default; switching it on applies immediately and persists', async () => {
  const { server } = await opened();
  expect(await isOn()).toBe(false);
  const release = holdNext(server);
  fireEvent.click(await toggle());
  await waitFor(async () => expect(await isOn()).toBe(true));
  release(Response.json({ isStatusNotified: true, isStatusEmailed: false, snoozedUntil: null }));
  await waitFor(() => expect(server.requestsTo(update).map(({ body }) => body)).toEqual([{ isStatusNotified: true }]));
  expect(await isOn()).toBe(true);
});

test('a user who is notified can have e-mail, too', async () => {
  const { server } = await opened({ isOn: true });
  const email = await screen.findByRole('switch', { name: 'Camera status: E-mail' });
  expect(email.getAttribute('aria-checked')).toBe('false');
  fireEvent.click(email);
  await waitFor(() => expect(server.requestsTo(update).map(({ body }) => body)).toEqual([{ isStatusEmailed: true }]));
  await waitFor(() => expect(server.statusEmailed.has('yard')).toBe(true));
  fireEvent.click(await toggle());
  await waitFor(() => expect([email.getAttribute('aria-checked'), email.hasAttribute('disabled')]).toEqual(['false', true]));
});

test('all channels are tested where the alerts are chosen, and what broke is repaired there', async () => {
  const { server } = await opened();
  server.channelTests = [
    { channel: 'push', name: 'Chrome, Android', isThisDevice: false, state: 'sent', reason: null },
    { channel: 'telegram', name: 'Family', isThisDevice: false, state: 'failed', reason: 'blocked' },
  ];
  fireEvent.click(await screen.findByRole('button', { name: 'Test all channels' }));
  const results = within(screen.getByRole('region', { name: 'Test of all channels' }));
  await results.findByText('Sent: 1 of 2.');
  results.getByText(/^The bot is blocked there/);
});

test('a change that fails to save is reverted and reported', async () => {
  const { server } = await opened({ isOn: true });
  const release = holdNext(server);
  fireEvent.click(await toggle());
  await waitFor(async () => expect(await isOn()).toBe(false));
  release(failure());
  await screen.findByText('Couldn’t save the setting');
  expect(await isOn()).toBe(true);
});

test('the last of three quick choices wins, whatever the results of the others', async () => {
  const { server } = await opened();
  const release = holdNext(server);
  for (let press = 0; press < 3; press += 1) fireEvent.click(await toggle());
  expect(await isOn()).toBe(true);
  release(failure());
  await waitFor(() => expect(server.requestsTo(update).map(({ body }) => body['isStatusNotified'])).toEqual([true, false, true]));
  await waitFor(() => expect(server.statusNotified.has('yard')).toBe(true));
  expect(await isOn()).toBe(true);
});

test('says that notifications are off in this browser, and turns them on', async () => {
  const push = createFakePush();
  const { server } = await opened({ push, isOn: true });
  await screen.findByText(/Notifications are off in this browser/);
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('This browser shows the notifications.');
  expect([server.pushTokens.size, screen.queryByRole('button', { name: 'Turn on' })]).toEqual([1, null]);
});

test('while nothing comes by push, the browser is not mentioned', async () => {
  await opened({ before: (server) => void server.eventNotifications.set('yard motion', { ...byDefault, isEnabled: false }) });
  await screen.findByText(/^Nothing reaches you/);
  await toggle();
  expect(screen.queryByText(/browser/)).toBeNull();
});

test('a camera that notices nothing has its status alone, and says where the rest is turned on', async () => {
  await opened({ before: (server) => void server.motionDetection.set('yard', { isEnabled: false, sensitivity: 6, areas: [] }) });
  await screen.findByText(/^This camera notices nothing at the moment/);
  await toggle();
  expect(screen.getAllByRole('group').map((card) => card.getAttribute('aria-label'))).toEqual(['Camera status']);
  expect([screen.queryByRole('region', { name: 'When' }), screen.queryByRole('region', { name: 'Pause' })]).toEqual([null, null]);
});

test('says that notifications are blocked, and what to do', async () => {
  const push = createFakePush();
  push.permission = 'denied';
  await opened({ push, isOn: true });
  await screen.findByText('Notifications are blocked in this browser.');
  expect(screen.getByText(/Allow notifications for this site/)).toBeTruthy();
});

test('a browser without push says why', async () => {
  vi.stubGlobal('isSecureContext', true);
  await opened({ push: createFakePush({ isSupported: false }), isOn: true });
  await screen.findByText('This browser doesn’t support notifications.');
  expect(screen.getByText(/A current Chrome, Edge, Firefox or Safari can/)).toBeTruthy();
});

test('a failed load can be retried; in Russian', async () => {
  await act(() => applyLocale('ru'));
  await opened({ isOn: true, before: (server) => server.answerNext(get, 'unavailable') });
  await screen.findByText('Не удалось загрузить настройку уведомлений');
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect((await screen.findByRole('switch', { name: 'Состояние камеры: Push' })).getAttribute('aria-checked')).toBe('true');
  await act(() => applyLocale('en'));
});

test('the switch of the screen pauses until it is turned on again; what fails to save is taken back', async () => {
  const { server, client } = await opened();
  const main = await screen.findByRole('switch', { name: 'Alerts about the events of this camera' });
  expect(main.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(main);
  await screen.findByText(/^Paused until you turn alerts on/);
  await waitFor(async () => expect((await client.notifications.camera('yard')).snoozedUntil).toBe(endlessSnooze));
  const release = holdNext(server);
  fireEvent.click(main);
  await waitFor(() => expect(main.getAttribute('aria-checked')).toBe('true'));
  release(failure());
  await screen.findByText('Couldn’t save the setting');
  await waitFor(() => expect(main.getAttribute('aria-checked')).toBe('false'));
});

test('a page that stays open notices that a pause is over', async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 27, 13));
  const before = (server: FakeServer): void => void server.snoozedUntil.set('yard', clock.now() + 60_000);
  await opened({ clock, before });
  await screen.findByText(/^Paused until/);
  await act(() => clock.advance(61_000));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByRole('button', { name: '1 hour' });
  expect(screen.getByRole('switch', { name: 'Alerts about the events of this camera' }).getAttribute('aria-checked')).toBe('true');
});

describe('events', () => {
  const event = (name: string) => screen.findByRole('group', { name });
  const push = async (name: string) => within(await event(name)).findByRole('switch', { name: `${name}: Push` });
  const isChecked = async (name: string): Promise<boolean> => (await push(name)).getAttribute('aria-checked') === 'true';

  test('those that the camera reports are on, and turned off one by one', async () => {
    const { server, client } = await opened();
    await waitFor(async () => expect(await isChecked('Motion')).toBe(true));
    expect(screen.queryByRole('group', { name: 'People' })).toBeNull();
    fireEvent.click(await push('Motion'));
    await waitFor(() =>
      expect(server.requestsTo(change).map(({ path, body }) => [path.split('/').at(-2), body])).toEqual([['motion', { isEnabled: false }]]),
    );
    expect(await isChecked('Motion')).toBe(false);
    expect(await client.notifications.event('yard', 'motion')).toMatchObject({ isEnabled: false });
  });

  test('a choice that fails to save is taken back and reported', async () => {
    const { server } = await opened();
    await waitFor(async () => expect(await isChecked('Motion')).toBe(true));
    const release = holdNext(server, change);
    fireEvent.click(await push('Motion'));
    await waitFor(async () => expect(await isChecked('Motion')).toBe(false));
    release(failure());
    await screen.findByText('Couldn’t save the setting');
    expect(await isChecked('Motion')).toBe(true);
  });

  test('hours over midnight and the pause are saved, for one type', async () => {
    const { client } = await opened();
    await waitFor(async () => expect(await isChecked('Motion')).toBe(true));
    const motion = within(await event('Motion'));
    fireEvent.change(motion.getByRole('combobox', { name: 'Motion: Pause between alerts' }), { target: { value: '900' } });
    fireEvent.click(motion.getByRole('button', { name: 'Motion: At any time' }));
    fireEvent.click(motion.getByRole('button', { name: 'Add hours' }));
    expect(motion.getByText(/Until the next day/)).toBeTruthy();
    fireEvent.click(motion.getByRole('button', { name: 'Sun' }));
    fireEvent.change(motion.getByRole('combobox', { name: 'To' }), { target: { value: '22:00' } });
    expect(motion.getByText(/end when they begin/)).toBeTruthy();
    expect(motion.getByRole('button', { name: 'Save hours' }).hasAttribute('disabled')).toBe(true);
    fireEvent.change(motion.getByRole('combobox', { name: 'To' }), { target: { value: '06:30' } });
    fireEvent.click(motion.getByRole('button', { name: 'Save hours' }));
    await motion.findByRole('button', { name: /^Motion: .*22:00–06:30$/ });
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
    await waitFor(async () =>
      expect(await client.notifications.event('yard', 'motion')).toMatchObject({
        cooldownSeconds: 900,
        schedule: [{ days, from: '22:00', to: '06:30' }],
      }),
    );
  });

  test('each chat is chosen on its own; one that blocked the bot says so', async () => {
    const { client } = await opened({
      before: (server) => {
        server.telegramChats = [
          buildTelegramChat(),
          buildTelegramChat({ id: 'chat-2', name: 'Family', isBlockedInChat: true }),
          buildTelegramChat({ id: 'chat-3', name: 'Old', isEnabled: false }),
        ];
      },
    });
    const motion = within(await event('Motion'));
    const anna = await motion.findByRole('switch', { name: 'Motion: Anna' });
    await waitFor(() => expect(anna.getAttribute('aria-checked')).toBe('true'));
    fireEvent.click(anna);
    const events = { cameraId: 'yard', eventType: 'motion', chatId: 'chat-1' } as const;
    await waitFor(async () => expect(await client.telegram.notifications(events)).toEqual({ isEnabled: false }));
    expect(motion.getByRole('switch', { name: 'Motion: Family: bot blocked' }).hasAttribute('disabled')).toBe(true);
    expect(motion.queryByRole('switch', { name: /Old/ })).toBeNull();
  });

  test('a sentence says what reaches the user, and why it is quiet; e-mail is a channel that is chosen', async () => {
    const { client } = await opened();
    await screen.findByText('Alerts are on now.', { exact: false });
    const motion = within(await event('Motion'));
    fireEvent.click(await motion.findByRole('switch', { name: 'Motion: E-mail' }));
    const sentence = () => screen.getByText(/you are notified by/).textContent;
    await waitFor(() => expect(sentence()).toBe('Motion: you are notified by push and e-mail, at any time. Alerts are on now.'));
    expect(await client.notifications.event('yard', 'motion')).toMatchObject({ isEnabled: true, isEmailEnabled: true });
    fireEvent.click(screen.getByRole('button', { name: 'Until I turn it on' }));
    await waitFor(() => expect(sentence()).toContain('It is quiet now: paused until you turn alerts on.'));
    await waitFor(async () =>
      expect(await client.notifications.camera('yard')).toEqual({
        isStatusNotified: false,
        isStatusEmailed: false,
        snoozedUntil: endlessSnooze,
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Turn alerts on' }));
    await waitFor(() => expect(sentence()).toContain('Alerts are on now.'));
  });

  test('a pause until the morning, and an hour', async () => {
    const { client } = await opened();
    const until = async (): Promise<number | null> => (await client.notifications.camera('yard')).snoozedUntil;
    const before = client.serverNow();
    const morning = await screen.findByRole('button', { name: 'Until 08:00' });
    await waitFor(() => expect(morning.hasAttribute('disabled')).toBe(false));
    fireEvent.click(morning);
    await screen.findByText(/^Paused until .*08:00/);
    fireEvent.click(screen.getByRole('button', { name: 'Turn alerts on' }));
    await waitFor(async () => expect(await until()).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: '1 hour' }));
    await waitFor(async () => expect(await until()).toBeGreaterThanOrEqual(before + 3_600_000));
  });

  test('the last seven days say how many events there were', async () => {
    await opened({
      before: (server) => {
        const at = Date.now();
        server.events = ['a', 'b'].map((id) => buildEvent({ id, cameraId: 'yard', type: 'motion', startAt: at, endAt: at }));
      },
    });
    const days = within(await screen.findByRole('figure'));
    await waitFor(() =>
      expect(days.getAllByRole('listitem').map((day) => day.querySelector('b')?.textContent)).toEqual(['0', '0', '0', '0', '0', '0', '2']),
    );
  });

  test('hours are shown as the bars of a week', async () => {
    await opened({
      before: (server) =>
        void server.eventNotifications.set('yard motion', {
          isEnabled: true,
          isEmailEnabled: false,
          cooldownSeconds: 300,
          schedule: [{ days: ['sat', 'sun'], from: '08:00', to: '20:00' }],
          onlyWhenAway: false,
        }),
    });
    await screen.findByRole('img', { name: 'Sat, Sun: 08:00–20:00' });
    expect(screen.getByRole('img', { name: 'Mon–Fri: none' })).toBeTruthy();
  });

  test('only when nobody is home: for all types, and set from here', async () => {
    const { client } = await opened();
    const away = await screen.findByRole('switch', { name: /Only when nobody is home/ });
    await waitFor(() => expect(away.hasAttribute('disabled')).toBe(false));
    fireEvent.click(away);
    fireEvent.click(await screen.findByRole('button', { name: 'Set to away' }));
    await screen.findByRole('button', { name: 'Set to home' });
    await waitFor(async () => expect(await client.notifications.event('yard', 'motion')).toMatchObject({ onlyWhenAway: true }));
    expect(await client.notifications.presence()).toMatchObject([{ locationId: null, presence: 'away' }]);
  });

  test('what nobody recognises is not offered', async () => {
    const detections = [{ ...human, isEnabled: true }];
    await opened({ before: (server) => void server.detections.set('yard', detections) });
    await event('People');
    cleanup();
    await opened({
      before: (server) => {
        server.detections.set('yard', detections);
        server.detectionEngine = { state: 'unavailable', reason: 'not-installed' };
      },
    });
    await event('Motion');
    expect(screen.queryByRole('group', { name: 'People' })).toBeNull();
  });

  test('a sound is offered where it is listened for and the camera sends sound', async () => {
    const soundDetections = [{ type: 'smokeAlarm' as const, isEnabled: true, sensitivity: 5 }];
    await opened({ before: (server) => void server.soundDetections.set('yard', soundDetections) });
    await event('Smoke alarm');
    expect(screen.queryByRole('group', { name: 'Loud noise' })).toBeNull();
    cleanup();
    await opened({
      before: (server) => {
        server.soundDetections.set('yard', soundDetections);
        server.soundAnalysis = { state: 'unavailable', reason: 'no-sound' };
      },
    });
    await event('Motion');
    expect(screen.queryByRole('group', { name: 'Smoke alarm' })).toBeNull();
  });
});
