import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { StoredEvent } from '../features/events/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createEventNotices } from './event-notices.ts';

const event: StoredEvent = { id: 'evt_1', cameraId: 'c1', type: 'motion', startAt: 5000, endAt: null, area: { x: 0, y: 0, width: 1, height: 1 }, hasPicture: true };

function setUp(title: string | null = 'Yard') {
  const clock = createManualClock();
  const sent: unknown[] = [];
  const tell = createEventNotices({ clock, log: pino({ level: 'silent' }), cameras: { title: async () => title }, notifications: { notify: async (message) => void sent.push(message) } });
  return { clock, sent, tell: (change: Partial<StoredEvent> = {}) => tell({ ...event, ...change }) };
}

test('motion is told with the camera’s name, its time and where its picture is', async () => {
  const { sent, tell } = setUp();
  tell();
  await expect.poll(() => sent).toEqual([{ cameraId: 'c1', type: 'CAMERAPHONE_MOTION', cameraTitle: 'Yard', at: 5000, imageUrl: '/public/api/v3/cameras/c1/events/evt_1/picture.jpg' }]);
});

test('of one camera at most every five minutes, of each camera by itself', async () => {
  const { clock, sent, tell } = setUp();
  tell();
  tell({ id: 'evt_2' });
  tell({ id: 'evt_3', cameraId: 'c2' });
  await expect.poll(() => sent.length).toBe(2);
  clock.advance(5 * 60_000);
  tell({ id: 'evt_4' });
  await expect.poll(() => sent.length).toBe(3);
});

test('of a camera that is gone nothing is told', async () => {
  const { sent, tell } = setUp(null);
  tell();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([]);
});
