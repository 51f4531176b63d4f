import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { StoredEvent } from '../features/events/index.ts';
import { createEventNotices } from './event-notices.ts';

const event: StoredEvent = {
  id: 'evt_1',
  cameraId: 'c1',
  type: 'motion',
  startAt: 5000,
  endAt: null,
  area: { x: 0, y: 0, width: 1, height: 1 },
  hasPicture: true,
};

function setUp(title: string | null = 'Yard') {
  const clock = createManualClock();
  const sent: unknown[] = [];
  const emit = createEventNotices({
    clock,
    log: pino({ level: 'silent' }),
    cameras: { title: async () => title },
    notifications: { notify: async (message) => void sent.push(message) },
  });
  return { clock, sent, emit: (change: Partial<StoredEvent> = {}) => emit({ ...event, ...change }) };
}

test('a motion notification has the camera’s name, its time and its picture’s address', async () => {
  const { sent, emit } = setUp();
  emit();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        cameraId: 'c1',
        type: 'CAMERAPHONE_MOTION',
        cameraTitle: 'Yard',
        at: 5000,
        imageUrl: '/public/api/v3/cameras/c1/events/evt_1/picture.jpg',
      },
    ]);
});

test('motion of one camera is notified at most every five minutes, independently of other cameras', async () => {
  const { clock, sent, emit } = setUp();
  emit();
  emit({ id: 'evt_2' });
  emit({ id: 'evt_3', cameraId: 'c2' });
  await expect.poll(() => sent.length).toBe(2);
  clock.advance(5 * 60_000);
  emit({ id: 'evt_4' });
  await expect.poll(() => sent.length).toBe(3);
});

test('a removed camera sends no notification', async () => {
  const { sent, emit } = setUp(null);
  emit();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([]);
});
