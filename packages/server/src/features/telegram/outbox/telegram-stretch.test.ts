import { stretchGapMs } from '@watchpost/contract/protocols/alerts';
import type { EventType } from '@watchpost/contract/schemas/events';
import { expect, test } from 'vitest';
import type { TelegramStretchesTable } from '../../../db/telegram-tables.ts';
import { stepOf } from './telegram-stretch.ts';

const minute = 60_000;
const event = (event_type: EventType, event_at = minute, event_score: number | null = null, event_id = 'new') => ({
  chat: 'anna',
  camera_id: 'yard',
  event_id,
  event_type,
  event_at,
  event_score,
});
const before = (event_type: EventType, change: Partial<TelegramStretchesTable> = {}): TelegramStretchesTable => ({
  ...event(event_type, 0, 0.5, 'old'),
  place: 'yard',
  message_id: '7',
  has_picture: 1,
  event_count: 1,
  started_at: 0,
  last_at: 0,
  ...change,
});

test('the first event is a message, unless another one was just before', () => {
  const step = stepOf(event('human'), 'hall', null, true);
  expect(step).toEqual({
    kind: 'message',
    next: { ...event('human'), place: 'hall', event_count: 1, started_at: minute, last_at: minute },
  });
  expect(stepOf(event('human'), 'hall', null, false)).toBeNull();
  const late = event('human', stretchGapMs + 1);
  expect(stepOf(late, 'yard', before('human'), true)).toMatchObject({ kind: 'message', next: { event_count: 1 } });
  expect(stepOf(late, 'yard', before('human'), false)).toBeNull();
});

test('the next one of its kind changes the message, and its picture if it is better', () => {
  const worse = stepOf(event('human', minute, 0.4), 'yard', before('human'), true);
  expect(worse).toMatchObject({ kind: 'update', isShown: false, next: { event_id: 'old', event_count: 2, last_at: minute } });
  const better = stepOf(event('human', minute, 0.9), 'yard', before('human'), true);
  expect(better).toMatchObject({ kind: 'update', isShown: true, next: { event_id: 'new', event_score: 0.9, event_count: 2 } });
});

test('a person after motion is a message that sounds; within the pause, the message shows the person', () => {
  expect(stepOf(event('human'), 'yard', before('motion'), true)).toMatchObject({
    kind: 'message',
    next: { event_id: 'new', event_count: 2 },
  });
  expect(stepOf(event('human'), 'yard', before('motion'), false)).toMatchObject({ kind: 'update', isShown: true });
});

test('motion beside a person only counts', () => {
  expect(stepOf(event('motion'), 'yard', before('human'), true)).toEqual({
    kind: 'count',
    next: before('human', { event_count: 2, last_at: minute }),
  });
});

test('an event that comes late does not move the stretch back', () => {
  const step = stepOf(event('human', 10), 'yard', before('human', { last_at: minute }), true);
  expect(step).toMatchObject({ kind: 'update', next: { last_at: minute } });
});
