import { alertRank, maxStretchMs, stretchGapMs } from '@watchpost/contract/protocols/alerts';
import type { EventType } from '@watchpost/contract/schemas/events';
import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { stretchAfter, type Stretch, type StretchState } from './notifications-stretches.ts';

const minute = 60_000;
const cooldown = 5 * minute;

interface Happening {
  readonly cameraId: string;
  readonly eventType: EventType;
  readonly score?: number;
  readonly name: string;
}

let clock: ReturnType<typeof createManualClock>;
let states: Map<string, StretchState<Happening>>;
let alertedAt: Map<string, number>;
beforeEach(() => {
  clock = createManualClock();
  states = new Map();
  alertedAt = new Map();
});
/** As the database does it. */
const add = (event: Happening, user: string, place: string, wait: number): Stretch<Happening> | null => {
  const [key, kind, now] = [`${user} ${place}`, `${event.cameraId} ${event.eventType} ${user}`, clock.now()];
  const isDue = now - (alertedAt.get(kind) ?? Number.NEGATIVE_INFINITY) >= wait;
  const step = stretchAfter(states.get(key) ?? null, event, { now, isDue });
  if (!step) return null;
  states.set(key, step.next);
  if (step.message?.isSilent === false) alertedAt.set(kind, now);
  return step.message;
};
const happens = (
  eventType: EventType,
  { cameraId = 'yard', place = 'yard', user = 'anna', wait = cooldown, score = 0.5, name = '' } = {},
): string | null => {
  const stretch = add({ cameraId, eventType, score, name }, user, place, wait);
  return stretch && `${stretch.count} ${stretch.shown.name || stretch.shown.eventType}${stretch.isSilent ? ', silent' : ''}`;
};

test('events of one place are one message: a person sounds after motion, and motion updates it without a sound', () => {
  expect(happens('motion')).toBe('1 motion');
  clock.advance(minute);
  expect(happens('human')).toBe('2 human');
  clock.advance(minute);
  expect(happens('motion')).toBe('3 human, silent');
  clock.advance(minute);
  expect(happens('human')).toBe('4 human, silent');
});

test('the best picture is shown', () => {
  happens('human', { name: 'far away', score: 0.6 });
  clock.advance(minute);
  expect(happens('human', { name: 'near', score: 0.9 })).toBe('2 near, silent');
  clock.advance(minute);
  expect(happens('human', { name: 'leaving', score: 0.7 })).toBe('3 near, silent');
});

test('the message keeps its id until nothing happens for a while, or it has lasted long enough', () => {
  const idNow = () => add({ cameraId: 'yard', eventType: 'human', name: '' }, 'anna', 'yard', 0)?.id;
  const first = idNow();
  clock.advance(stretchGapMs);
  expect(idNow()).toBe(first);
  clock.advance(stretchGapMs + 1);
  const second = idNow();
  expect(second).not.toBe(first);
  for (let at = 0; at < maxStretchMs - minute; at += minute) {
    clock.advance(minute);
    expect(idNow()).toBe(second);
  }
  clock.advance(minute);
  expect(idNow()).not.toBe(second);
});

test('a new stretch within the pause between alerts is not sent, and its type alone waits', () => {
  expect(happens('human')).toBe('1 human');
  clock.advance(stretchGapMs + 1);
  expect(happens('human')).toBeNull();
  expect(happens('vehicle')).toBe('1 vehicle');
  clock.advance(cooldown);
  expect(happens('human')).toBe('1 human');
});

test('within a stretch, the same sounds again once its pause is over; without a pause, each time', () => {
  happens('human', { wait: 90_000 });
  clock.advance(minute);
  expect(happens('human', { wait: 90_000 })).toBe('2 human, silent');
  clock.advance(minute);
  expect(happens('human', { wait: 90_000 })).toBe('3 human');
  expect(happens('human', { wait: 0 })).toBe('4 human');
});

test('a burst updates the message at most every five seconds, and the next update says it all', () => {
  happens('human');
  for (let second = 0; second < 4; second += 1) {
    clock.advance(1000);
    expect(happens('human')).toBeNull();
  }
  clock.advance(1000);
  expect(happens('human')).toBe('6 human, silent');
});

test('cameras of one room are one message; other users and rooms have their own', () => {
  expect(happens('human', { place: 'hall' })).toBe('1 human');
  expect(happens('intrusion', { place: 'hall', cameraId: 'door' })).toBe('2 intrusion');
  expect(happens('human', { place: 'garage', cameraId: 'garage' })).toBe('1 human');
  expect(happens('human', { place: 'hall', user: 'boris' })).toBe('1 human');
});

test('whatever happens: no sound twice within the pause between alerts, no count is lost, the message shows what matters most', () => {
  const types = ['motion', 'vehicle', 'human', 'face', 'lineCrossing', 'intrusion', 'fire'] as const;
  const happening = fc.record({
    eventType: fc.constantFrom(...types),
    afterMs: fc.nat(4 * minute),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (all) => {
      clock = createManualClock();
      [states, alertedAt] = [new Map(), new Map()];
      const soundedAt = new Map<EventType, number>();
      for (const { eventType, afterMs, score } of all) {
        clock.advance(afterMs);
        const before = states.get('anna yard');
        const message = add({ cameraId: 'yard', eventType, score, name: '' }, 'anna', 'yard', cooldown);
        const now = clock.now();
        const next = states.get('anna yard');
        if (message && !message.isSilent) {
          expect(now - (soundedAt.get(eventType) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(cooldown);
          soundedAt.set(eventType, now);
        }
        if (!before || !next || next.id !== before.id) {
          if (next !== before) expect(next).toMatchObject({ count: 1, shown: { eventType } });
          continue;
        }
        if (next === before) continue;
        expect(next.count).toBe(before.count + 1);
        expect(now - before.lastAt).toBeLessThanOrEqual(stretchGapMs);
        expect(now - before.startedAt).toBeLessThan(maxStretchMs);
        expect(alertRank(next.shown.eventType)).toBeGreaterThanOrEqual(alertRank(before.shown.eventType));
        // An update that waits says it all later: the number is that of the stretch.
        if (message) expect(message.count).toBe(next.count);
      }
    }),
  );
});
