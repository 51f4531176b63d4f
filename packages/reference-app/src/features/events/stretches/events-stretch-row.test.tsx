// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { buildCamera, buildEvent } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../shared/testing/render-app.tsx';
import { EventList } from '../events-list.tsx';

afterEach(cleanup);
const result = { events: [], error: null, hasOlder: false, isBusy: false, loadOlder: () => undefined, retry: () => undefined };
const startAt = Date.parse('2026-11-20T14:00:00Z');
const events = [
  buildEvent({ id: 'c', cameraId: 'gate', type: 'motion', startAt: startAt + 70_000, endAt: startAt + 80_000, isSeen: true }),
  buildEvent({ id: 'b', cameraId: 'door', type: 'human', startAt: startAt + 30_000, endAt: startAt + 45_000, isSeen: false }),
  buildEvent({ id: 'a', cameraId: 'gate', type: 'motion', startAt, endAt: startAt + 9000, isSeen: true }),
  buildEvent({ id: 'alone', cameraId: 'yard', type: 'motion', startAt: startAt - 1000, endAt: startAt, isSeen: true }),
];
const cameras = ['gate', 'door', 'yard'].map((id) => buildCamera({ id, title: `The ${id}`, timeZone: 'Europe/Moscow' }));

const review = {
  onSeen: () => undefined,
  onMark: () => undefined,
  onSave: () => undefined,
  settingsOf: () => '',
  onPassed: null,
  foldsMotion: false,
};

test('what happens in one room at one time is one row, which names its types and cameras and opens into its events', async () => {
  const onOpen = vi.fn<(event: { id: string }, together: readonly { id: string }[]) => void>();
  await renderApp(
    <EventList
      events={events}
      result={result}
      cameras={cameras}
      namesCameras
      placeOf={(id) => (id === 'yard' ? id : 'entrance')}
      onOpen={onOpen}
      review={review}
    />,
  );
  const row = await screen.findByRole('button', { name: /Person and motion/ });
  expect(row.textContent).toMatch(/The door and The gate/);
  expect(row.textContent).toMatch(/17:00:00.17:01:20.*1 min 20 s/);
  expect(row.textContent).toMatch(/Not seen yet/);
  expect(screen.getAllByRole('button', { name: /^(?!Actions).*motion/i })).toHaveLength(2);

  fireEvent.click(row);
  expect(onOpen.mock.calls.map(([best, together]) => [best.id, together.map(({ id }) => id)])).toEqual([['b', ['c', 'b', 'a']]]);

  const toggle = screen.getByRole('button', { name: '3 events' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(screen.getAllByRole('button', { name: /^Motion/ })[0] ?? toggle);
  expect(onOpen.mock.lastCall?.[0].id).toBe('c');
  expect(onOpen.mock.lastCall?.[1]).toHaveLength(1);
});
