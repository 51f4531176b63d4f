// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitForElementToBeRemoved, within } from '@testing-library/react';
import { buildCamera, buildEvent, buildGrant } from '@watchpost/sdk-core/testing';
import type { CameraEvent } from '@watchpost/sdk-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../shared/testing/render-app.tsx';
import { ActivitiesScreen } from '../events-activities-screen.tsx';

afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  // A toast is removed by a timer that outlives its container.
  if (document.querySelector('[data-sonner-toast]')) await waitForElementToBeRemoved(() => document.querySelector('[data-sonner-toast]'));
  cleanup();
});

const start = Date.parse('2026-11-20T14:00:00Z');
const minute = 60_000;
const event = (id: string, minutes: number, over: Partial<CameraEvent> = {}): CameraEvent =>
  buildEvent({ id, cameraId: 'yard', type: 'human', startAt: start + minutes * minute, endAt: start + minutes * minute + 1000, ...over });

const render = async (events: readonly CameraEvent[]) => {
  const onSave = vi.fn<(event: CameraEvent) => void>();
  const app = await renderApp(
    <MemoryRouter>
      <ActivitiesScreen
        locations={null}
        camerasInLocation={null}
        locationId={null}
        placeOf={(id) => id}
        placeNamesOf={() => []}
        onAllLocations={() => undefined}
        onSave={onSave}
        saved={<p>Saved moments</p>}
        settingsOf={(cameraId, type) => `/settings/${cameraId}/${type}`}
      />
    </MemoryRouter>,
    { email: 'anna@example.com' },
  );
  app.server.cameras = [buildCamera({ id: 'yard', title: 'Yard', timeZone: 'UTC' })];
  app.server.events = [...events];
  return { ...app, onSave };
};
const rowOf = (id: string): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`[data-event="${id}"]`);
  if (!row) throw new Error(`There is no row ${id}.`);
  return row;
};
const press = (id: string, code: string): void => {
  rowOf(id).focus();
  fireEvent.keyDown(rowOf(id), { code });
};
const isShown = (id: string) => vi.waitFor(() => rowOf(id));

test('what a key marks is undone together, until a while has passed', async () => {
  const { server } = await render([event('c', 40), event('b', 20), event('a', 0, { isSeen: true })]);
  await isShown('c');
  press('c', 'KeyS');
  await screen.findByText('1 event marked as seen');
  press('b', 'KeyS');
  await screen.findByText('2 events marked as seen');
  const seen = (): string[] => server.events.filter(({ isSeen }) => isSeen).map(({ id }) => id);
  expect(seen()).toEqual(['c', 'b', 'a']);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(seen()).toEqual(['a']));
});

test('unseen events come first; all seen is undone; the rest is one press away', async () => {
  const { server } = await render([event('new', 40), event('old', 20, { isSeen: true })]);
  await isShown('new');
  expect(document.querySelector('[data-event="old"]')).toBeNull();
  expect(screen.getByRole('button', { name: /^To review/ }).getAttribute('aria-pressed')).toBe('true');

  fireEvent.click(screen.getByRole('button', { name: 'Mark all as seen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(server.events.map(({ id, isSeen }) => `${id} ${isSeen}`)).toEqual(['new false', 'old true']));

  fireEvent.click(screen.getByRole('button', { name: 'All events' }));
  await isShown('old');
  fireEvent.click(screen.getByRole('button', { name: 'Saved' }));
  await screen.findByText('Saved moments');
  expect(screen.queryByRole('combobox', { name: 'Camera' })).toBeNull();
});

test('where everything is seen, all events are shown', async () => {
  await render([event('old', 20, { isSeen: true })]);
  await isShown('old');
  fireEvent.click(screen.getByRole('button', { name: /^To review/ }));
  await screen.findByText('All seen');
  fireEvent.click(screen.getByRole('button', { name: 'Show everything' }));
  await isShown('old');
});

test('S marks the focused row as seen and goes on, B saves it; keys of another layout work, keys of a field do not', async () => {
  const { server, onSave } = await render([event('b', 40), event('a', 20)]);
  await isShown('a');
  press('b', 'KeyS');
  await vi.waitFor(() => expect(server.events.find(({ id }) => id === 'b')?.isSeen).toBe(true));
  expect(document.activeElement).toBe(rowOf('a'));
  // Seen rows stay where they are until the list is opened again.
  expect(rowOf('b').textContent).not.toContain('Not seen yet');
  press('a', 'KeyB');
  expect(onSave.mock.calls.map(([{ id }]) => id)).toEqual(['a']);
  fireEvent.keyDown(screen.getByRole('searchbox'), { code: 'KeyB' });
  expect(onSave).toHaveBeenCalledOnce();
});

test('a false alarm offers what fits, raises the threshold in one press, and folds away', async () => {
  const { server, client } = await render([
    event('wrong', 40, { score: 0.62, area: { x: 0.4, y: 0.3, width: 0.2, height: 0.5 } }),
    event('right', 20),
  ]);
  await isShown('wrong');
  press('wrong', 'KeyF');
  const ask = within(await screen.findByRole('group', { name: 'False alarm. What should change?' }));
  expect(server.events.find(({ id }) => id === 'wrong')).toMatchObject({ isFalseAlarm: true, isSeen: true });
  expect(ask.getByRole('link', { name: 'Leave this place out' }).getAttribute('href')).toBe(
    '/settings/yard/human?leaveOut=0.4,0.3,0.2,0.5',
  );
  const before = (await client.smartEvents.list('yard')).detections.find(({ type }) => type === 'human')?.threshold;

  fireEvent.click(await ask.findByRole('button', { name: 'Raise the threshold to 0.65' }));
  const thresholdOf = async () => (await client.smartEvents.list('yard')).detections.find(({ type }) => type === 'human')?.threshold;
  await vi.waitFor(async () => expect(await thresholdOf()).toBe(0.65));
  const fold = await screen.findByRole('button', { name: /^1 false alarm/ });
  expect(document.querySelector('[data-event="wrong"]')).toBeNull();

  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await vi.waitFor(async () => expect(await thresholdOf()).toBe(before));

  fireEvent.click(fold);
  press('wrong', 'KeyF');
  await vi.waitFor(() => expect(server.events.find(({ id }) => id === 'wrong')?.isFalseAlarm).toBe(false));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /false alarm/ })).toBeNull());
});

test('where something moved by mistake is left out in one press, and taken back in one', async () => {
  const { server, client } = await render([event('tree', 40, { type: 'motion', area: { x: 0.4, y: 0.4, width: 0.2, height: 0.2 } })]);
  await isShown('tree');
  press('tree', 'KeyF');
  fireEvent.click(await screen.findByRole('button', { name: 'Leave this place out' }));
  const areas = async () => (await client.events.motionDetection('yard')).areas;
  await screen.findByText('Motion there doesn’t count any more');
  expect(await areas()).toHaveLength(4);
  expect(server.events.find(({ id }) => id === 'tree')?.isFalseAlarm).toBe(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await vi.waitFor(async () => expect(await areas()).toEqual([]));
});

test('a false alarm that happens again says how often it did this week', async () => {
  const now = Date.now();
  const recent = (id: string, hours: number, over: Partial<CameraEvent> = {}) =>
    event(id, 0, { startAt: now - hours * 3_600_000, endAt: now - hours * 3_600_000 + 1000, ...over });
  await render([
    recent('again', 1),
    recent('before', 30, { isFalseAlarm: true }),
    recent('long-ago', 9 * 24, { isFalseAlarm: true }),
    recent('other', 2, { type: 'vehicle', isFalseAlarm: true }),
  ]);
  await isShown('again');
  press('again', 'KeyF');
  await screen.findByText('2 false alarms of this kind from this camera this week.');
});

test('what was seen today is below what is to be reviewed; the keys are named beside it', async () => {
  const now = Date.now();
  await render([
    event('new', 0, { startAt: now - 2000, endAt: now - 1000 }),
    event('seen', 0, { startAt: now - 1000, endAt: now - 500, isSeen: true, type: 'vehicle' }),
    event('leaf', 0, { startAt: now - 900, endAt: now - 400, isSeen: true, type: 'motion' }),
  ]);
  await isShown('new');
  const tiles = within(await screen.findByRole('region', { name: 'Seen today' }));
  expect(tiles.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Vehicle')]);
  expect(rowOf('new').compareDocumentPosition(tiles.getByRole('list')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText('all keys', { exact: false })).toBeTruthy();
});

test('motion steps back behind people, unless it was asked for', async () => {
  const motions = [30, 25].map((minutes) => event(`m${minutes}`, minutes, { type: 'motion' }));
  await render([event('person', 40), ...motions]);
  const fold = await screen.findByRole('button', { name: /^2 motions without anyone/ });
  expect(fold.textContent).toContain('Yard 2');
  expect(document.querySelector('[data-event="m30"]')).toBeNull();
  fireEvent.click(fold);
  await isShown('m30');
  fireEvent.click(screen.getByRole('button', { name: /^Motion\s*2$/ }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /without anyone/ })).toBeNull());
  await isShown('m25');
});

test('the menu of a shared camera’s event has no false alarm', async () => {
  const { server } = await render([event('a', 20)]);
  server.cameras = [buildCamera({ id: 'yard', title: 'Yard', timeZone: 'UTC', isOwner: false, grant: buildGrant() })];
  await isShown('a');
  await screen.findAllByText('Yard');
  fireEvent.click(screen.getByRole('button', { name: 'Actions: Person' }));
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(names.some((name) => name.startsWith('Save this moment'))).toBe(true);
  expect(names.some((name) => name.startsWith('Copy link to this second'))).toBe(true);
});

test('where events can not be counted, those to review are shown all the same', async () => {
  const { server } = await render([]);
  server.answerNext({ method: 'GET', path: '/public/api/v3/events/counts' }, 'forbidden');
  await screen.findByText('All seen');
});

test('on a phone the filters are one press away, and their button says how many are chosen', async () => {
  await render([event('a', 20)]);
  await isShown('a');
  const button = screen.getByRole('button', { name: 'Filters' });
  const filters = document.getElementById(button.getAttribute('aria-controls') ?? '');
  expect([button.getAttribute('aria-expanded'), filters?.classList.contains('folded')]).toEqual(['false', true]);
  fireEvent.click(button);
  expect([button.getAttribute('aria-expanded'), filters?.classList.contains('folded')]).toEqual(['true', false]);
  fireEvent.change(screen.getByRole('combobox', { name: 'Camera' }), { target: { value: 'yard' } });
  await screen.findByRole('button', { name: 'Filters, 1 chosen' });
});

test('the offer of alerts comes after the newest day, not before what there is to see', async () => {
  await render([event('today', 40), event('before', -2 * 24 * 60)]);
  await isShown('before');
  const offer = screen.getByText(/Alerts in this browser/);
  const isBefore = (id: string): boolean => Boolean(offer.compareDocumentPosition(rowOf(id)) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect([isBefore('today'), isBefore('before')]).toEqual([false, true]);
});

test('L copies the address of the second; the picture is shared from the menu', async () => {
  const copied: string[] = [];
  const shared: string[] = [];
  const writeText = async (words: string): Promise<void> => void copied.push(words);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files }: ShareData) => void shared.push(...(files ?? []).map(({ name }) => name)),
  });
  const { client } = await render([event('a', 20, { startAt: start + 20 * minute + 345, pictureUrl: '/picture.jpg' })]);
  vi.spyOn(client.events, 'picture').mockResolvedValue(new Blob(['x']));
  await isShown('a');
  await screen.findAllByText('Yard');
  press('a', 'KeyL');
  await vi.waitFor(() => expect(copied).toEqual([`${location.origin}/cameras/yard?t=${start + 20 * minute}`]));
  fireEvent.click(screen.getByRole('button', { name: 'Actions: Person' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Share the picture/ }));
  await vi.waitFor(() => expect(shared).toEqual(['Yard 2026-11-20 14.20.00+0000.jpg']));
  for (const name of ['clipboard', 'canShare', 'share']) Reflect.deleteProperty(navigator, name);
});
