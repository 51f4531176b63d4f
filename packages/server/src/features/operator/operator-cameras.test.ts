import { expect, test } from 'vitest';
import { countCameras, warnOfOffline, type CountedCamera } from './operator-cameras.ts';

const hour = 3_600_000;
const now = 100 * hour;
const camera = (id: string, over: Partial<CountedCamera> = {}): CountedCamera => ({
  id,
  title: id,
  isRecorded: true,
  isPaused: false,
  status: { state: 'online', since: now, reason: null },
  ...over,
});
const offline = (id: string, since: number, reason: CountedCamera['status']['reason'] = 'camera-unreachable'): CountedCamera =>
  camera(id, { status: { state: 'offline', since, reason } });

test('each camera is in one state; reasons of offline ones are counted, the most frequent first', () => {
  expect(
    countCameras([
      camera('a'),
      camera('b', { isRecorded: false }),
      camera('c', { status: { state: 'connecting', since: now, reason: null } }),
      // Without a paid service it is paused, whatever its connection.
      camera('d', { isPaused: true }),
      { ...offline('e', now), isPaused: true },
      offline('f', now, 'camera-wrong-password'),
      offline('g', now),
      offline('h', now),
      offline('i', now, null),
    ]),
  ).toEqual({
    total: 9,
    recording: 1,
    liveOnly: 1,
    connecting: 1,
    paused: 2,
    offline: 4,
    offlineReasons: [
      { reason: 'camera-unreachable', count: 2 },
      { reason: 'camera-wrong-password', count: 1 },
      { reason: null, count: 1 },
    ],
  });
  expect(countCameras([])).toMatchObject({ total: 0, offlineReasons: [] });
});

test('only cameras that have been offline for an hour need a person; the longest are named first, five of them', () => {
  expect(warnOfOffline([camera('a'), offline('b', now - hour + 1)], now)).toBeNull();
  // A paused camera is off because of its plan.
  expect(warnOfOffline([{ ...offline('a', now - 9 * hour), isPaused: true }], now)).toBeNull();
  const many = Array.from({ length: 7 }, (_, index) => offline(`cam-${index}`, now - (index + 1) * hour));
  expect(warnOfOffline(many, now)).toEqual({
    code: 'cameras-offline',
    count: 7,
    cameras: [6, 5, 4, 3, 2].map((index) => ({ id: `cam-${index}`, title: `cam-${index}`, since: now - (index + 1) * hour })),
  });
});
