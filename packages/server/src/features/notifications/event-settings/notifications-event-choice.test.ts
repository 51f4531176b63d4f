import { defaultEventNotifications } from '@watchpost/contract/schemas/notifications';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import type { CameraPlace } from '../../locations/index.ts';
import { createEventChoice } from './notifications-event-choice.ts';
import type { UserEventSettings } from './notifications-event-settings.ts';

/** A Friday, 23:00 in Moscow. */
const friday = Date.UTC(2026, 10, 27, 20);
const hour = 60 * 60_000;
const motion = { cameraId: 'c1', type: 'motion' } as const;

function setUp(
  settings: Readonly<Record<string, Partial<UserEventSettings>>> = {},
  places: Readonly<Record<string, CameraPlace>> = {},
  snoozing: readonly string[] = [],
) {
  const clock = createManualClock(friday);
  const known = new Map(
    Object.entries(settings).map(([id, own]) => [id, { ...defaultEventNotifications, timeZone: 'Europe/Moscow', ...own }] as const),
  );
  const choice = createEventChoice({
    clock,
    settings: {
      ofCamera: async (_, type) => (type === 'motion' ? known : new Map<string, UserEventSettings>()),
      snoozing: async () => new Set(snoozing),
    },
    placesOf: async () => new Map(Object.entries(places)),
  });
  const timely = async (about: Parameters<typeof choice.wishes>[0] = motion): Promise<string[]> => {
    const wishes = await choice.wishes(about, ['anna', 'boris']);
    return [...wishes].flatMap(([id, { isTimely }]) => (isTimely ? [id] : []));
  };
  return { clock, choice, timely };
}

test('without settings, everyone wants to know, at most every five minutes', async () => {
  const { choice } = setUp();
  expect(await choice.wishes(motion, ['anna'])).toEqual(
    new Map([['anna', { isEnabled: true, isEmailEnabled: false, isTimely: true, cooldownMs: 300_000, place: 'c1' }]]),
  );
});

test('settings are of one type and user', async () => {
  const { choice } = setUp({ anna: { isEnabled: false, cooldownSeconds: 60 } });
  expect((await choice.wishes(motion, ['anna'])).get('anna')).toMatchObject({ isEnabled: false, cooldownMs: 60_000 });
  expect((await choice.wishes(motion, ['boris'])).get('boris')).toMatchObject({ isEnabled: true });
  expect((await choice.wishes({ ...motion, type: 'human' }, ['anna'])).get('anna')).toMatchObject({ isEnabled: true });
});

test('outside of the hours of a user’s own zone, nothing is timely', async () => {
  const night = [{ days: ['fri' as const], from: '22:00', to: '07:00' }];
  const { clock, timely } = setUp({ anna: { schedule: night }, boris: { schedule: night, timeZone: 'Europe/London' } });
  expect(await timely()).toEqual(['anna']);
  // 22:00 in London.
  clock.advance(2 * hour);
  expect(await timely()).toEqual(['anna', 'boris']);
  clock.advance(6 * hour);
  expect(await timely()).toEqual(['boris']);
});

test('who wishes so is notified only while nobody is home at the camera’s location', async () => {
  const place = { locationId: 'shop', roomId: 'hall' };
  const { choice, timely } = setUp(
    { anna: { onlyWhenAway: true }, boris: { onlyWhenAway: true } },
    { anna: { ...place, presence: 'away' }, boris: { ...place, presence: 'home' } },
  );
  expect(await timely()).toEqual(['anna']);
  expect((await choice.wishes(motion, ['anna'])).get('anna')?.place).toBe('hall');
  // A user who never set it counts as home.
  expect(await setUp({ anna: { onlyWhenAway: true } }).timely()).toEqual(['boris']);
});

test('nothing is timely for a user who has paused the camera', async () => {
  expect(await setUp({}, {}, ['anna']).timely()).toEqual(['boris']);
});
