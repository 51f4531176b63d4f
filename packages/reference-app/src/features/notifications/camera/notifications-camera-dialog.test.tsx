// @vitest-environment jsdom
import type { DetectionSettings } from '@watchpost/sdk-core';
import { buildCamera, createFakePush } from '@watchpost/sdk-core/testing';
import type { FakePush, FakeServer } from '@watchpost/sdk-core/testing';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp } from '../../../shared/testing/render-app.tsx';
import type { PreparedApp } from '../../../shared/testing/render-app.tsx';
import { applyLocale } from '../../../shared/i18n/i18n.ts';
import { CameraNotificationsDialog } from './notifications-camera-dialog.tsx';

const get = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings' } as const;
const update = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings' } as const;

const human = {
  type: 'human',
  isEnabled: false,
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

async function opened({
  push = createFakePush(),
  isOn = false,
  before = () => undefined,
}: { push?: FakePush; isOn?: boolean; before?: (server: FakeServer) => void } = {}): Promise<PreparedApp> {
  const app = await prepareApp({ email: 'anna@example.com', push: push.ports });
  app.server.cameras = [buildCamera({ id: 'yard' })];
  if (isOn) app.server.statusNotified.add('yard');
  before(app.server);
  render(app.around(<CameraNotificationsDialog cameraId="yard" onClose={() => undefined} />));
  return app;
}
const toggle = () => screen.findByRole('switch', { name: /Notify me when the camera is unavailable/ });
const isOn = async (): Promise<boolean> => (await toggle()).getAttribute('aria-checked') === 'true';
/** Holds the next change until the test answers it. */
function holdNext(server: FakeServer): (answer: Response) => void {
  let release: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    release = resolve;
  });
  server.answerNext(update, () => answer);
  return release;
}
const failure = (): Response => Response.json({ error: { code: 'unavailable', message: 'Not now' } }, { status: 503 });

test('is off by default; switching it on applies immediately and persists', async () => {
  const { server } = await opened();
  expect(await isOn()).toBe(false);
  const release = holdNext(server);
  fireEvent.click(await toggle());
  await waitFor(async () => expect(await isOn()).toBe(true));
  release(Response.json({ isStatusNotified: true }));
  await waitFor(() => expect(server.requestsTo(update).map(({ body }) => body)).toEqual([{ isStatusNotified: true }]));
  expect(await isOn()).toBe(true);
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

test('without status notifications it does not mention the browser', async () => {
  await opened();
  await toggle();
  expect(screen.queryByText(/browser/)).toBeNull();
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
  expect((await screen.findByRole('switch', { name: /Уведомлять, если камера недоступна/ })).getAttribute('aria-checked')).toBe('true');
  await act(() => applyLocale('en'));
});

describe('events', () => {
  const event = (name: string) => screen.findByRole('switch', { name });
  const isChecked = async (name: string): Promise<boolean> => (await event(name)).getAttribute('aria-checked') === 'true';
  const change = {
    method: 'PATCH',
    path: '/public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/notification-settings',
  } as const;

  test('those that the camera reports are on, and turned off one by one', async () => {
    const { server, client } = await opened();
    await waitFor(async () => expect(await isChecked('Motion')).toBe(true));
    expect(screen.queryByRole('switch', { name: 'People' })).toBeNull();
    fireEvent.click(await event('Motion'));
    await waitFor(() =>
      expect(server.requestsTo(change).map(({ path, body }) => [path.split('/').at(-2), body])).toEqual([['motion', { isEnabled: false }]]),
    );
    expect(await isChecked('Motion')).toBe(false);
    expect(await client.notifications.event('yard', 'motion')).toMatchObject({ isEnabled: false });
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
    expect(screen.queryByRole('switch', { name: 'People' })).toBeNull();
  });
});
