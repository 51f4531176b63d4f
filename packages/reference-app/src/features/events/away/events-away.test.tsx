// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { buildCamera, buildEvent } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unseenStretches } from '../../../shared/live/unseen-stretches.ts';
import { forgetApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { stretchesOf } from '../stretches/events-stretches.ts';
import { AwayStrip } from './events-away-strip.tsx';
import { ReviewWatch } from './events-review-watch.tsx';

const now = Date.parse('2026-11-20T12:00:00Z');
const hour = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => {
  cleanup();
  forgetApp();
  vi.useRealTimers();
});

const event = (id: string, minutesAgo: number, over: Parameters<typeof buildEvent>[0] = {}) =>
  buildEvent({ id, cameraId: id, type: 'human', startAt: now - minutesAgo * 60_000, endAt: now - minutesAgo * 60_000 + 1000, ...over });

const render = async (leftAt: number | null, path = '/') => {
  if (leftAt !== null) localStorage.setItem('watchpost:left-at', String(leftAt));
  const navigate = vi.fn<(path: string) => void>();
  const router = { state: { location: { pathname: path } }, subscribe: () => () => undefined };
  const app = await renderApp(<ReviewWatch router={router} placeOf={(id) => id} navigate={navigate} />, { email: 'anna@example.com' });
  app.server.cameras = ['a', 'b', 'c', 'd'].map((id) => buildCamera({ id, title: `Camera ${id}`, timeZone: 'UTC' }));
  app.server.events = [
    event('a', 10),
    event('b', 20, { type: 'vehicle' }),
    event('c', 30),
    event('d', 40),
    event('before', 120),
    event('seen', 15, { isSeen: true }),
    event('false', 16, { isFalseAlarm: true }),
    event('motion', 17, { type: 'motion' }),
  ];
  return { ...app, navigate };
};

test('what was recognised since the last visit is summed up, three at most, and each leads to its moment', async () => {
  const { navigate } = await render(now - hour);
  const card = within(await screen.findByRole('region', { name: 'While you were away: 4 things' }));
  await card.findByText('Camera a');
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'PersonCamera a11:50',
    'VehicleCamera b11:40',
    'PersonCamera c11:30',
  ]);
  fireEvent.click(card.getByRole('button', { name: /Vehicle/ }));
  fireEvent.click(card.getByRole('button', { name: 'Show all' }));
  expect(navigate.mock.calls).toEqual([[`/cameras/b?t=${now - 20 * 60_000 - 2000}`], ['/activities']]);
  expect(unseenStretches.value).toBe(5);
  fireEvent.click(card.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region', { name: /^While/ })).toBeNull();
  expect(unseenStretches.value).toBe(5);
});

test.each([
  ['on the first visit', null, '/'],
  ['after a minute', now - 60_000, '/'],
  ['on another screen', now - hour, '/activities'],
])('nothing is summed up %s, and the navigation still counts', async (_, leftAt, path) => {
  await render(leftAt, path);
  await vi.waitFor(() => expect(unseenStretches.value).toBe(5));
  expect(screen.queryByRole('region', { name: /^While/ })).toBeNull();
});

test('above the list, a sentence and a line sum it up; each mark plays its moment', async () => {
  localStorage.setItem('watchpost:left-at', String(now - hour));
  const onOpen = vi.fn<(event: { readonly id: string }) => void>();
  const events = [event('a', 10), event('m', 15, { type: 'motion' }), event('b', 20, { type: 'vehicle' }), event('before', 120)];
  await renderApp(
    <AwayStrip
      stretches={stretchesOf(events, (id) => id)}
      cameraOf={(id) => ({ title: `Camera ${id}` })}
      timeZone="UTC"
      onOpen={(played) => onOpen({ id: played.id })}
    />,
    { email: 'anna@example.com' },
  );
  const strip = within(await screen.findByRole('region', { name: 'While you were away: 2 things' }));
  expect(strip.getByRole('heading').textContent).toBe('While you were away: 2 things. Person, Camera a; Vehicle, Camera b.');
  fireEvent.click(strip.getByRole('button', { name: 'Vehicle, Camera b, 11:40' }));
  expect(onOpen.mock.calls).toEqual([[{ id: 'b' }]]);
  expect(strip.getByText('You left: 11:00')).toBeTruthy();
});

test('leaving the page is remembered', async () => {
  await render(null);
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('watchpost:left-at')).toBe(String(now));
});
