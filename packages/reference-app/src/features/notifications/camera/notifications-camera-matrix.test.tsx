// @vitest-environment jsdom
import type { DetectionSettings } from '@watchpost/sdk-core';
import { buildCamera, buildTelegramChat, createFakePush } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp } from '../../../shared/testing/render-app.tsx';
import type { PreparedApp } from '../../../shared/testing/render-app.tsx';
import { AlertsScreen } from './notifications-camera-screen.tsx';

const change = {
  method: 'PATCH',
  path: '/public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/notification-settings',
} as const;
const human = {
  type: 'human',
  isEnabled: true,
  confidence: 0.5,
  threshold: 0.6,
  sensitivity: 6,
  scene: 'outdoor',
  zones: [],
} satisfies DetectionSettings;

afterEach(() => {
  vi.unstubAllGlobals();
  forgetApp();
});

/** On a large screen. */
async function opened(before: (server: FakeServer) => void): Promise<PreparedApp> {
  const app = await prepareApp({ email: 'anna@example.com', push: createFakePush().ports });
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: media === '(min-width: 769px)' }));
  app.server.cameras = [buildCamera({ id: 'yard' })];
  before(app.server);
  render(app.around(<AlertsScreen cameraId="yard" />));
  return app;
}
const table = async () => within(await screen.findByRole('table', { name: 'Alerts by event and channel' }));

test('a table of switches: each is named by its type and channel, in the column of its channel', async () => {
  const { client } = await opened((server) => {
    server.telegramChats = [
      buildTelegramChat(),
      buildTelegramChat({ id: 'chat-2', name: 'Family', isBlockedInChat: true }),
      buildTelegramChat({ id: 'chat-3', name: 'Shop', isKickedFromChat: true }),
    ];
  });
  const matrix = await table();
  await matrix.findByText('Anna');
  expect(matrix.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Events',
    'Push',
    'AnnaTelegram',
    'FamilyBot blocked',
    'ShopBot removed',
    'E-mailanna@example.com',
    'Pause between alerts',
  ]);
  const columns = matrix.getAllByRole('switch').map((one) => [one.getAttribute('aria-label'), one.closest('td')?.cellIndex]);
  expect(columns).toEqual([
    ['Motion: Push', 1],
    ['Motion: Anna', 2],
    ['Motion: Family: bot blocked', 3],
    ['Motion: Shop: bot removed', 4],
    ['Motion: E-mail', 5],
    ['Camera status: Push', 1],
    ['Camera status: E-mail', 5],
  ]);
  expect(matrix.getAllByText('Not sent there')).toHaveLength(3);
  expect(matrix.getByRole('switch', { name: 'Motion: Family: bot blocked' }).hasAttribute('disabled')).toBe(true);
  const email = matrix.getByRole('switch', { name: 'Motion: E-mail' });
  await waitFor(() => expect(email.hasAttribute('disabled')).toBe(false));
  fireEvent.click(email);
  expect(email.getAttribute('aria-checked')).toBe('true');
  await waitFor(async () => expect(await client.notifications.event('yard', 'motion')).toMatchObject({ isEmailEnabled: true }));
});

test('hours are edited below their row', async () => {
  const { client } = await opened((server) => void server.detections.set('yard', [human]));
  const matrix = await table();
  await waitFor(() => expect(matrix.getByRole('switch', { name: 'People: Push' }).hasAttribute('disabled')).toBe(false));
  fireEvent.click(matrix.getByRole('button', { name: 'People: At any time' }));
  fireEvent.click(matrix.getByRole('button', { name: 'Add hours' }));
  fireEvent.click(matrix.getByRole('button', { name: 'Save hours' }));
  await matrix.findByRole('button', { name: 'People: Every day, 22:00–07:00' });
  expect(matrix.queryByRole('button', { name: 'Save hours' })).toBeNull();
  matrix.getByRole('button', { name: 'Motion: At any time' });
  await waitFor(async () =>
    expect((await client.notifications.event('yard', 'human')).schedule).toMatchObject([{ from: '22:00', to: '07:00' }]),
  );
  expect((await client.notifications.event('yard', 'motion')).schedule).toBeNull();
});

test('the hours of all types are changed at once; what fails to save is taken back', async () => {
  const { server, client } = await opened((fake) => void fake.detections.set('yard', [human]));
  const matrix = await table();
  const when = within(await screen.findByRole('region', { name: 'When' }));
  const chooseNights = async (): Promise<void> => {
    const edit = when.getByRole('button', { name: 'Edit hours' });
    await waitFor(() => expect(edit.hasAttribute('disabled')).toBe(false));
    fireEvent.click(edit);
    fireEvent.click(when.getByRole('button', { name: 'Add hours' }));
    fireEvent.click(when.getByRole('button', { name: 'Save for all events' }));
  };
  let release: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    release = resolve;
  });
  server.answerNext(change, () => answer);
  await chooseNights();
  await matrix.findByRole('button', { name: 'People: Every day, 22:00–07:00' });
  release(Response.json({ error: { code: 'unavailable', message: 'Not now' } }, { status: 503 }));
  await screen.findByText('Couldn’t save the setting');
  await matrix.findByRole('button', { name: 'People: At any time' });

  await chooseNights();
  await matrix.findByRole('button', { name: 'People: Every day, 22:00–07:00' });
  for (const type of ['motion', 'human'] as const)
    await waitFor(async () =>
      expect((await client.notifications.event('yard', type)).schedule).toMatchObject([{ from: '22:00', to: '07:00' }]),
    );
});

test('an alarm keeps its hours when those of all types are changed, and comes at home, too', async () => {
  const { client } = await opened((fake) => {
    fake.detections.set('yard', [human]);
    fake.soundDetections.set('yard', [{ type: 'smokeAlarm', isEnabled: true, sensitivity: 5 }]);
  });
  const matrix = await table();
  const when = within(await screen.findByRole('region', { name: 'When' }));
  const edit = when.getByRole('button', { name: 'Edit hours' });
  await waitFor(() => expect(edit.hasAttribute('disabled')).toBe(false));
  fireEvent.click(edit);
  expect(when.getByText('Not affected: Smoke alarm.')).toBeTruthy();
  fireEvent.click(when.getByRole('button', { name: 'Add hours' }));
  fireEvent.click(when.getByRole('button', { name: 'Save for all events' }));
  await matrix.findByRole('button', { name: 'People: Every day, 22:00–07:00' });
  await matrix.findByRole('button', { name: 'Smoke alarm: At any time' });
  fireEvent.click(await screen.findByRole('switch', { name: /Only when nobody is home/ }));
  const sentence = () => screen.getByText(/you are notified by/).textContent;
  await waitFor(() => expect(sentence()).toMatch(/^Motion and people: .*22:00–07:00, when nobody is home\..* Smoke alarm: at any time\.$/));
  expect(when.getByRole('img', { name: 'Every day: 00:00–07:00, 22:00–24:00; Smoke alarm: 00:00–24:00' })).toBeTruthy();
  expect(when.getByText('Only: Smoke alarm')).toBeTruthy();
  await waitFor(async () => expect(await client.notifications.event('yard', 'human')).toMatchObject({ onlyWhenAway: true }));
  expect(await client.notifications.event('yard', 'smokeAlarm')).toMatchObject({ schedule: null, onlyWhenAway: false });

  // Its own hours are chosen in its row, for it alone.
  fireEvent.click(matrix.getByRole('button', { name: 'Smoke alarm: At any time' }));
  matrix.getByRole('button', { name: 'Save hours' });
  expect(matrix.queryByRole('button', { name: 'Save for all events' })).toBeNull();
});

test('a type that no channel carries says that it is in Activities only', async () => {
  await opened((fake) => {
    fake.telegramChats = [buildTelegramChat()];
    fake.eventNotifications.set('yard motion', {
      isEnabled: false,
      isEmailEnabled: false,
      cooldownSeconds: 300,
      schedule: null,
      onlyWhenAway: false,
    });
  });
  const matrix = await table();
  await matrix.findByRole('button', { name: 'Motion: At any time' });
  fireEvent.click(matrix.getByRole('switch', { name: 'Motion: Anna' }));
  await matrix.findByRole('button', { name: 'Motion: Kept in Activities only' });
});

test('a type names its lines or areas', async () => {
  const gate = { id: 'l1', name: 'Gate line', from: { x: 0.1, y: 0.5 }, to: { x: 0.9, y: 0.5 }, direction: 'aToB' as const };
  const { zones: _, ...shared } = human;
  const lines = [gate, { ...gate, id: 'l2', name: 'Fence' }];
  const crossing: DetectionSettings = { ...shared, type: 'lineCrossing', lines, classes: ['human'] };
  await opened((fake) => void fake.detections.set('yard', [crossing]));
  const row = (await (await table()).findByText('Line crossing')).closest('th');
  expect(row?.querySelector('p')?.textContent).toBe('Gate line and Fence');
});
