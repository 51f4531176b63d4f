import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { StoredCamera } from '../kernel/module/stored-camera.ts';
import { createHeldCameras } from './held-cameras.ts';
import type { HeldLease } from './lease-store.ts';

const log = pino({ level: 'silent' });
const camera = (id: string): StoredCamera => ({ id, ownerId: 'anna', source: { kind: 'phone' }, archiveDays: 7 });
const lease = (cameraId: string, token: number, nextNodeId: string | null = null): HeldLease => ({ cameraId, token, nextNodeId });

function setUp({ unknown = [] as readonly string[] } = {}) {
  const calls: string[] = [];
  let failures = 0;
  let finish: (() => void) | null = null;
  let isSlow = false;
  const held = createHeldCameras({
    log,
    leases: {
      release: async (cameraId, token) => {
        if (failures > 0) {
          failures -= 1;
          throw new Error('The database is away.');
        }
        calls.push(`release ${cameraId} ${token}`);
      },
    },
    readCameras: async (ids) => ids.filter((id) => !unknown.includes(id)).map(camera),
    startCamera: ({ id }) => calls.push(`start ${id}`),
    stopCamera: async (id) => {
      calls.push(`stop ${id}`);
      if (isSlow) await new Promise<void>((resolve) => (finish = resolve));
    },
  });
  return {
    held,
    take: () => calls.splice(0),
    failOnce: () => void (failures = 1),
    slowDown: () => void (isSlow = true),
    finish: () => finish?.(),
  };
}

test('cameras are started when they are given and stopped when they are taken, which needs no release', async () => {
  const { held, take } = setUp();
  await held.follow([lease('a', 1), lease('b', 4)]);
  expect(take()).toEqual(['start a', 'start b']);
  expect([held.tokenOf('a'), held.tokenOf('b'), held.tokenOf('c')]).toEqual([1, 4, null]);
  await held.follow([lease('b', 4)]);
  expect(take()).toEqual(['stop a']);
  expect(held.tokenOf('a')).toBeNull();
  await held.follow([lease('b', 4)]);
  expect(take()).toEqual([]);
});

test('a camera that was taken and came back ends under the old token before it begins under the new one', async () => {
  const { held, take, slowDown, finish } = setUp();
  await held.follow([lease('a', 1)]);
  slowDown();
  const following = held.follow([lease('a', 3)]);
  await Promise.resolve();
  expect(take()).toEqual(['start a', 'stop a']);
  // What is still being written belongs to the old lease.
  expect(held.tokenOf('a')).toBe(1);
  finish();
  await following;
  expect(take()).toEqual(['start a']);
  expect(held.tokenOf('a')).toBe(3);
});

test('a hand-over is released once the last segment is indexed, and delays no heartbeat', async () => {
  const { held, take, slowDown, finish } = setUp();
  await held.follow([lease('a', 1), lease('b', 1)]);
  take();
  slowDown();
  await held.follow([lease('a', 1, 'other'), lease('b', 1)]);
  await held.follow([lease('a', 1, 'other'), lease('b', 1)]);
  expect(take()).toEqual(['stop a']);
  finish();
  await expect.poll(take).toEqual(['release a 1']);
  expect(held.ids).toEqual(['b']);
});

test('a release that failed is tried again', async () => {
  const { held, take, failOnce } = setUp();
  await held.follow([lease('a', 1)]);
  failOnce();
  await held.follow([lease('a', 1, 'other')]);
  await expect.poll(() => held.isBehind).toBe(true);
  take();
  await held.follow([lease('a', 1, 'other')]);
  expect(take()).toEqual(['release a 1']);
  expect(held.isBehind).toBe(false);
});

test('a camera whose account is gone is not started', async () => {
  const { held, take } = setUp({ unknown: ['a'] });
  await held.follow([lease('a', 1)]);
  expect(take()).toEqual([]);
  expect(held.ids).toEqual([]);
});

test('everything is handed over at the end', async () => {
  const { held, take } = setUp();
  await held.follow([lease('a', 1), lease('b', 2)]);
  take();
  await held.handOverAll();
  expect(take().toSorted()).toEqual(['release a 1', 'release b 2', 'stop a', 'stop b']);
  expect(held.ids).toEqual([]);
});
