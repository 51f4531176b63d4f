import type { CameraBattery } from '@watchpost/contract/protocols/control';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { CameraState, CameraStatus } from '../../media/media-types.ts';
import { createStatusNotices } from './status-notices.ts';

let clock: ManualClock;
let said: unknown[];
let called: string[];
let isWebhookBroken: boolean;
let title: string | null;
let battery: CameraBattery | null;
let state: CameraState;
let listeners: ((cameraId: string, status: CameraStatus) => void)[];
let removed: (cameraId: string) => Promise<void> | void;
let restarts: (cameraId: string) => void;
let stop: () => void;

beforeEach(() => {
  clock = createManualClock();
  [said, called, isWebhookBroken, title, battery, state, listeners] = [[], [], false, 'Yard', null, 'connecting', []];
  const status = (): CameraStatus => ({ state, since: clock.now(), reason: null });
  ({ stop } = createStatusNotices({
    clock,
    log: pino({ level: 'silent' }),
    offlineDelayMs: 60_000,
    cameras: {
      title: async () => title,
      onCameraRemoved: (listener) => {
        removed = listener;
      },
    },
    notifications: { notifyStatus: async (change) => void said.push(change) },
    webhooks: {
      recorder: {
        status: async (kind, cameraId, at) => {
          called.push(`${kind} ${cameraId} ${at}`);
          if (isWebhookBroken) throw new Error('The database is gone.');
        },
        event: async () => undefined,
      },
      wake: () => void called.push('wake'),
    },
    ingest: {
      status,
      onStatus: (listener) => {
        listeners.push(listener);
        return () => {
          listeners = listeners.filter((one) => one !== listener);
        };
      },
    },
    cameraControl: {
      onRestart: (listener) => {
        restarts = listener;
      },
      lastBattery: () => battery,
    },
  }));
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
const becomes = (next: 'online' | 'offline'): void => {
  state = next;
  for (const listener of listeners) listener('c1', { state: next, since: clock.now(), reason: null });
};
/** The camera goes offline and its owner is notified. */
const outage = async (): Promise<void> => {
  becomes('online');
  await settle();
  said.length = 0;
  becomes('offline');
  clock.advance(60_000);
  await settle();
};

test('a camera’s outage and return are notified with its name', async () => {
  const start = clock.now();
  await outage();
  becomes('online');
  clock.advance(10_000);
  await settle();
  expect(said).toEqual([
    { kind: 'away', cameraId: 'c1', cameraTitle: 'Yard', at: start, emptyBattery: null },
    { kind: 'back', cameraId: 'c1', cameraTitle: 'Yard', at: start + 60_000 },
  ]);
});

test('webhooks are called at the same moments, and a failure there stops no push message', async () => {
  const start = clock.now();
  await outage();
  expect(called.slice(-2)).toEqual([`away c1 ${start}`, 'wake']);
  isWebhookBroken = true;
  becomes('online');
  clock.advance(10_000);
  await settle();
  expect(called.at(-1)).toBe(`back c1 ${start + 60_000}`);
  expect(said.at(-1)).toMatchObject({ kind: 'back' });
});

test('a restarting camera may be offline for longer', async () => {
  becomes('online');
  await settle();
  said.length = 0;
  restarts('c1');
  becomes('offline');
  clock.advance(179_999);
  await settle();
  expect(said).toEqual([]);
  clock.advance(1);
  await settle();
  expect(said).toMatchObject([{ kind: 'away' }]);
});

test.each([
  [{ level: 0.04, isCharging: false }, 0.04],
  [{ level: 0.05, isCharging: false }, 0.05],
  [{ level: 0.06, isCharging: false }, null],
  [{ level: 0.04, isCharging: true }, null],
])('a phone whose battery was %j', async (known, emptyBattery) => {
  battery = known;
  await outage();
  expect(said).toMatchObject([{ kind: 'away', emptyBattery }]);
});

test('a removed camera and a stopping server send no notification', async () => {
  title = null;
  await outage();
  title = 'Yard';
  becomes('online');
  clock.advance(700_000);
  await settle();
  said.length = 0;
  becomes('offline');
  void removed('c1');
  clock.advance(700_000);
  await settle();
  expect(said).toEqual([]);

  await outage();
  expect(said).toHaveLength(1);
  becomes('online');
  clock.advance(700_000);
  await settle();
  said.length = 0;
  becomes('offline');
  stop();
  becomes('online');
  clock.advance(700_000);
  await settle();
  expect([said, listeners, clock.pending]).toEqual([[], [], 0]);
});
