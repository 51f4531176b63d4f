// @vitest-environment jsdom
import { buildCamera, createFakePush } from '@watchpost/sdk-core/testing';
import type { FakePush, FakeServer } from '@watchpost/sdk-core/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp } from '../../../shared/testing/render-app.tsx';
import type { PreparedApp } from '../../../shared/testing/render-app.tsx';
import { CameraNotificationsDialog } from './notifications-camera-dialog.tsx';

const get = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings' } as const;
const update = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/notification-settings' } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  forgetApp();
});

async function opened({ push = createFakePush(), isOn = false, before = () => undefined }: { push?: FakePush; isOn?: boolean; before?: (server: FakeServer) => void } = {}): Promise<PreparedApp> {
  const app = await prepareApp({ email: 'anna@example.com', push: push.ports });
  app.server.cameras = [buildCamera({ id: 'yard' })];
  if (isOn) app.server.statusNotified.add('yard');
  before(app.server);
  render(app.around(<CameraNotificationsDialog cameraId="yard" onClose={() => undefined} />));
  return app;
}
const toggle = () => screen.findByRole('switch', { name: /Tell me when the camera is unavailable/ });
const isOn = async (): Promise<boolean> => (await toggle()).getAttribute('aria-checked') === 'true';
/** The next change waits for what the test says. */
function holdNext(server: FakeServer): (answer: Response) => void {
  let release: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    release = resolve;
  });
  server.answerNext(update, () => answer);
  return release;
}
const failure = (): Response => Response.json({ error: { code: 'unavailable', message: 'Not now' } }, { status: 503 });

test('is off until it is switched on, at once, and then stays so', async () => {
  const { server } = await opened();
  expect(await isOn()).toBe(false);
  const release = holdNext(server);
  fireEvent.click(await toggle());
  await waitFor(async () => expect(await isOn()).toBe(true));
  release(Response.json({ isStatusNotified: true }));
  await waitFor(() => expect(server.requestsTo(update).map(({ body }) => body)).toEqual([{ isStatusNotified: true }]));
  expect(await isOn()).toBe(true);
});

test('what could not be saved is put back, and said', async () => {
  const { server } = await opened({ isOn: true });
  const release = holdNext(server);
  fireEvent.click(await toggle());
  await waitFor(async () => expect(await isOn()).toBe(false));
  release(failure());
  await screen.findByText('The choice was not saved');
  expect(await isOn()).toBe(true);
});

test('of three quick choices the last one counts, whatever became of the others', async () => {
  const { server } = await opened();
  const release = holdNext(server);
  for (let press = 0; press < 3; press += 1) fireEvent.click(await toggle());
  expect(await isOn()).toBe(true);
  release(failure());
  await waitFor(() => expect(server.requestsTo(update).map(({ body }) => body['isStatusNotified'])).toEqual([true, false, true]));
  await waitFor(() => expect(server.statusNotified.has('yard')).toBe(true));
  expect(await isOn()).toBe(true);
});

test('notifications are off in this browser: it says so and turns them on', async () => {
  const push = createFakePush();
  const { server } = await opened({ push, isOn: true });
  await screen.findByText(/Notifications are off in this browser/);
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('This browser shows the notifications.');
  expect([server.pushTokens.size, screen.queryByRole('button', { name: 'Turn on' })]).toEqual([1, null]);
});

test('who is not told needs no word about the browser', async () => {
  await opened();
  await toggle();
  expect(screen.queryByText(/browser/)).toBeNull();
});

test('blocked: it says so, and what to do', async () => {
  const push = createFakePush();
  push.permission = 'denied';
  await opened({ push, isOn: true });
  await screen.findByText('Notifications are blocked in this browser.');
  expect(screen.getByText(/Allow notifications for this site/)).toBeTruthy();
});

test('a browser without push says why', async () => {
  vi.stubGlobal('isSecureContext', true);
  await opened({ push: createFakePush({ isSupported: false }), isOn: true });
  await screen.findByText('This browser shows no notifications.');
  expect(screen.getByText(/A current Chrome, Edge, Firefox or Safari can/)).toBeTruthy();
});

test('what could not be loaded can be asked for again; in Russian', async () => {
  await act(async () => {
    const { messages } = await import('../../../shared/i18n/ru.ts');
    i18next.addResourceBundle('ru', 'app', messages);
    await i18next.changeLanguage('ru');
  });
  await opened({ isOn: true, before: (server) => server.answerNext(get, 'unavailable') });
  await screen.findByText('Не удалось узнать, включены ли уведомления');
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect((await screen.findByRole('switch', { name: /Сообщать, если камера недоступна/ })).getAttribute('aria-checked')).toBe('true');
  await act(() => i18next.changeLanguage('en'));
});
