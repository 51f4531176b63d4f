import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { StoredEvent } from '../../features/events/index.ts';
import { createEventNotices } from './event-notices.ts';

const event: StoredEvent = {
  id: 'evt_1',
  cameraId: 'c1',
  type: 'motion',
  startAt: 5000,
  endAt: null,
  area: { x: 0, y: 0, width: 1, height: 1 },
  hasPicture: true,
  score: null,
  label: null,
};

function setUp(title: string | null = 'Yard') {
  const sent: unknown[] = [];
  const emit = createEventNotices({
    log: pino({ level: 'silent' }),
    cameras: { title: async () => title },
    notifications: { notify: async (message) => void sent.push(message) },
  });
  return { sent, emit: (change: Partial<StoredEvent> = {}) => emit({ ...event, ...change }) };
}

test('a motion notification has the camera’s name, its time and its picture’s address', async () => {
  const { sent, emit } = setUp();
  emit();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        cameraId: 'c1',
        eventId: 'evt_1',
        type: 'CAMERAPHONE_MOTION',
        eventType: 'motion',
        cameraTitle: 'Yard',
        at: 5000,
        label: null,
        imageUrl: '/public/api/v3/cameras/c1/events/evt_1/picture.jpg?marked=1',
        score: null,
      },
    ]);
});

test('each type of event has its message; recordings have none', async () => {
  const { sent, emit } = setUp();
  for (const type of ['human', 'vehicle', 'lineCrossing', 'video', 'intrusion'] as const)
    emit({ type, label: type === 'lineCrossing' ? 'Fence' : null });
  await expect
    .poll(() => sent)
    .toMatchObject([
      { type: 'CAMERAPHONE_PERSON', eventType: 'human' },
      { type: 'vehicle', eventType: 'vehicle' },
      { type: 'lineCrossing', eventType: 'lineCrossing', label: 'Fence' },
      { type: 'intrusion', eventType: 'intrusion' },
    ]);
});

test('a removed camera sends no notification', async () => {
  const { sent, emit } = setUp(null);
  emit();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([]);
});
