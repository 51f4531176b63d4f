import { defaultEventNotifications } from '@watchpost/contract/schemas/notifications';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createEventChoice } from './notifications-event-choice.ts';
import type { UserEventSettings } from './notifications-event-settings.ts';

/** A Friday, 23:00 in Moscow. */
const friday = Date.UTC(2026, 10, 27, 20);
const minute = 60_000;
const motion = { cameraId: 'c1', type: 'motion' } as const;

function setUp(settings: Readonly<Record<string, Partial<UserEventSettings>>> = {}) {
  const clock = createManualClock(friday);
  const known = new Map(
    Object.entries(settings).map(([id, own]) => [id, { ...defaultEventNotifications, timeZone: 'Europe/Moscow', ...own }] as const),
  );
  const { choose } = createEventChoice({
    clock,
    settings: { ofCamera: async (_, type) => (type === 'motion' ? known : new Map<string, UserEventSettings>()) },
  });
  return { clock, choose };
}

test('without settings, everyone is notified, at most every five minutes of each camera and type', async () => {
  const { clock, choose } = setUp();
  expect(await choose(motion, ['anna', 'boris'])).toEqual(['anna', 'boris']);
  expect(await choose(motion, ['anna', 'clara'])).toEqual(['clara']);
  expect(await choose({ ...motion, type: 'human' }, ['anna'])).toEqual(['anna']);
  expect(await choose({ ...motion, cameraId: 'c2' }, ['anna'])).toEqual(['anna']);
  clock.advance(5 * minute - 1);
  expect(await choose(motion, ['anna'])).toEqual([]);
  clock.advance(1);
  expect(await choose(motion, ['anna'])).toEqual(['anna']);
});

test('a user who turned it off is not notified; others wait as long as each of them chose', async () => {
  const { clock, choose } = setUp({ anna: { isEnabled: false }, boris: { cooldownSeconds: 0 }, clara: { cooldownSeconds: 3600 } });
  const everyone = ['anna', 'boris', 'clara', 'dora'];
  expect(await choose(motion, everyone)).toEqual(['boris', 'clara', 'dora']);
  expect(await choose(motion, everyone)).toEqual(['boris']);
  clock.advance(5 * minute);
  expect(await choose(motion, everyone)).toEqual(['boris', 'dora']);
  clock.advance(55 * minute);
  expect(await choose(motion, everyone)).toEqual(['boris', 'clara', 'dora']);
});

test('outside of the hours of a user’s own zone, nothing is announced and no wait begins', async () => {
  const night = [{ days: ['fri' as const], from: '22:00', to: '07:00' }];
  const { clock, choose } = setUp({ anna: { schedule: night }, boris: { schedule: night, timeZone: 'Europe/London' } });
  expect(await choose(motion, ['anna', 'boris'])).toEqual(['anna']);
  // 22:00 in London.
  clock.advance(2 * 60 * minute);
  expect(await choose(motion, ['anna', 'boris'])).toEqual(['anna', 'boris']);
  clock.advance(6 * 60 * minute);
  expect(await choose(motion, ['anna', 'boris'])).toEqual(['boris']);
});
