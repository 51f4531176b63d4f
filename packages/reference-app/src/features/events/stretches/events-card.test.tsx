// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { CameraEvent } from '@watchpost/sdk-core';
import { buildCamera, buildEvent } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../shared/testing/render-app.tsx';
import { EventList } from '../events-list.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const result = { events: [], error: null, hasOlder: false, isBusy: false, loadOlder: () => undefined, retry: () => undefined };
const startAt = Date.parse('2026-11-20T14:00:00Z');
const event = (id: string, seconds: number, over: Partial<CameraEvent> = {}): CameraEvent =>
  buildEvent({ id, cameraId: 'gate', type: 'human', startAt: startAt + seconds * 1000, endAt: startAt + (seconds + 10) * 1000, ...over });
const events = [
  event('car', 40, { type: 'vehicle' }),
  event('person', 30, { cameraId: 'door', score: 0.9, area: { x: 0.25, y: 0.5, width: 0.1, height: 0.4 } }),
  event('tree', 0, { type: 'motion' }),
  event('earlier', -600),
  event('wind', -1200, { type: 'motion' }),
];
const cameras = ['gate', 'door'].map((id) => buildCamera({ id, title: `The ${id}`, timeZone: 'Europe/Moscow' }));

const render = async ({ isReview = true, list = events }: { isReview?: boolean; list?: readonly CameraEvent[] } = {}) => {
  const onOpen = vi.fn<(event: CameraEvent, together: readonly CameraEvent[]) => void>();
  const onMark = vi.fn<(events: readonly CameraEvent[]) => void>();
  const onSave = vi.fn<(event: CameraEvent) => void>();
  const view = await renderApp(
    <EventList
      events={list}
      result={result}
      cameras={cameras}
      namesCameras
      placeOf={() => 'entrance'}
      onOpen={onOpen}
      review={{
        onSeen: () => undefined,
        onMark,
        onSave,
        settingsOf: () => '',
        onPassed: isReview ? () => undefined : null,
        foldsMotion: false,
      }}
    />,
    { email: 'anna@example.com' },
  );
  await screen.findAllByText(/The gate/);
  const cards = [...document.querySelectorAll<HTMLElement>('.event-card')];
  return { ...view, onOpen, onMark, onSave, cards, of: (index: number) => within(cards[index] ?? document.body) };
};
const focused = (): string | undefined => document.activeElement?.closest<HTMLElement>('[data-event]')?.dataset['event'];

test('what was recognised is a card until it is reviewed; motion is a row, and so is everything reviewed', async () => {
  const { cards } = await render();
  expect(cards).toHaveLength(2);
  expect(document.querySelectorAll('.event-item')).toHaveLength(1);
  cleanup();
  expect((await render({ isReview: false })).cards).toHaveLength(0);
});

test('the picture is named by what happened; it plays the stretch, a small picture its own event, mere motion has none', async () => {
  const { of, onOpen } = await render();
  const card = of(0);
  const name = /^Person, vehicle,? and motion\s*The door and The gate\s*Not seen yet\s*17:00:00.17:00:50/;
  fireEvent.click(card.getByRole('button', { name }));
  fireEvent.click(card.getByRole('button', { name: 'Vehicle, The gate, 17:00:40' }));
  expect(onOpen.mock.calls.map(([{ id }, together]) => [id, together.length])).toEqual([
    ['person', 3],
    ['car', 3],
  ]);
  expect(card.queryByRole('button', { name: /^Motion, / })).toBeNull();

  fireEvent.click(card.getByRole('button', { name: '3 events' }));
  expect(card.getByRole('button', { name: /^Motion/ })).toBeTruthy();
});

test('only the first card has a filled button', async () => {
  const { of } = await render();
  const isFilled = (index: number): boolean => of(index).getByRole('button', { name: 'Play' }).classList.contains('wp-button-primary');
  expect([isFilled(0), isFilled(1)]).toEqual([true, false]);
});

test('the picture is whole, with corners where something was recognised, also when it is not 16:9', async () => {
  const { cards } = await render({ list: events.map((one) => ({ ...one, pictureUrl: '/picture.jpg' })) });
  const picture = cards[0]?.querySelector<HTMLImageElement>('.event-card-picture img');
  if (!picture) throw new Error('There is no picture.');
  expect(cards[0]?.querySelector('.event-box')).toBeNull();
  Object.defineProperties(picture, { naturalWidth: { value: 640 }, naturalHeight: { value: 480 } });
  fireEvent.load(picture);
  expect([picture.style.left, picture.style.top, picture.style.width, picture.style.height]).toEqual(['12.5%', '0%', '75%', '100%']);
  const box = cards[0]?.querySelector<HTMLElement>('.event-box')?.style;
  expect([box?.left, box?.top, box?.height]).toEqual(['31.25%', '50%', '40%']);
});

test.each([
  ['polygon', '25,25 50,25 50,75'],
  ['polyline', '25,25 50,75'],
])('the whole picture shows where the line or zone was then: %s', async (kind, points) => {
  const shape = points.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map((part) => Number(part) / 100);
    return { x, y };
  });
  const list = events.map((one) => ({ ...one, pictureUrl: '/picture.jpg', label: 'Old gate', shape }));
  const { cards, of } = await render({ list });
  of(0).getByText('Old gate');
  const pictures = [...(cards[0]?.querySelectorAll<HTMLImageElement>('.event-picture img') ?? [])];
  expect(pictures.length).toBeGreaterThan(1);
  for (const picture of pictures) {
    Object.defineProperties(picture, { naturalWidth: { value: 640 }, naturalHeight: { value: 480 } });
    fireEvent.load(picture);
  }
  // Not in the small ones, which are cut around what was recognised.
  const outlines = [...(cards[0]?.querySelectorAll<SVGElement>('.event-outline') ?? [])];
  expect(outlines.map(({ style: { left, width } }) => [left, width])).toEqual([['12.5%', '75%']]);
  expect(outlines[0]?.querySelector(kind)?.getAttribute('points')).toBe(points);
});

test('its buttons do what the keys do, and being done with one leads to the next', async () => {
  const { of, onMark, onSave } = await render();
  fireEvent.click(of(0).getByRole('button', { name: 'Save' }));
  expect(onSave.mock.lastCall?.[0].id).toBe('person');
  fireEvent.click(of(0).getByRole('button', { name: 'Seen' }));
  expect(onMark.mock.lastCall?.[0].map(({ id }) => id)).toEqual(['car', 'person', 'tree']);
  expect(focused()).toBe('earlier');
});

test('keys count for a card from any of its buttons', async () => {
  const { of, onMark } = await render();
  const play = of(1).getByRole('button', { name: 'Play' });
  play.focus();
  fireEvent.keyDown(play, { code: 'KeyS' });
  expect(onMark.mock.lastCall?.[0].map(({ id }) => id)).toEqual(['earlier']);
  of(0).getByRole('button', { name: 'Play' }).focus();
  fireEvent.keyDown(of(0).getByRole('button', { name: 'Play' }), { code: 'KeyJ' });
  expect(focused()).toBe('earlier');
});

test.each([
  ['moves while it has the pointer', false, true],
  ['stands still for those who asked for less motion', true, false],
])('the picture %s', async (_, isReduced, moves) => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: isReduced && query.includes('reduced-motion') }),
  );
  const asked: string[] = [];
  vi.stubGlobal(
    'Image',
    class {
      onload: (() => void) | null = null;
      set src(url: string) {
        asked.push(url);
        queueMicrotask(() => this.onload?.());
      }
    },
  );
  const { cards } = await render();
  const picture = cards[0]?.querySelector('.event-card-picture') ?? document.body;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.pointerEnter(picture, { pointerType: 'mouse' });
  await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  expect(asked.length > 1).toBe(moves);
  if (moves) await vi.waitFor(() => expect(cards[0]?.querySelector('.event-moving')).toBeTruthy());
});
