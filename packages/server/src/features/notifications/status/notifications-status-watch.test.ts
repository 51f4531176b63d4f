import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CameraState } from '../../../media/media-types.ts';
import { createStatusWatch, type StatusWatch } from './notifications-status-watch.ts';

const offlineDelayMs = 60_000;
const returnDelayMs = 10_000;
const quietPeriodMs = 10 * 60_000;

let clock: ManualClock;
let watch: StatusWatch;
let notifications: string[];
/** The ingest's state of the camera; an unknown camera is connecting. */
let state: CameraState;
let startedAt: number;

beforeEach(() => {
  clock = createManualClock();
  startedAt = clock.now();
  notifications = [];
  state = 'connecting';
  const say = (kind: string) => (cameraId: string, at: number) => void notifications.push(`${cameraId} ${kind} ${(at - startedAt) / 1000}`);
  watch = createStatusWatch({
    clock,
    offlineDelayMs,
    status: () => ({ state, since: clock.now(), reason: null }),
    onAway: say('away'),
    onBack: say('back'),
  });
});

const becomes = (next: 'online' | 'offline'): void => {
  state = next;
  watch.onStatus('yard', { state: next, since: clock.now(), reason: null });
};
/** Online since the start, with no relevant notification. */
const beOnline = (): void => {
  becomes('online');
  notifications.length = 0;
};

describe('a camera that goes offline', () => {
  test('waits as long as the operator says at that moment', () => {
    const away: string[] = [];
    const deps = {
      clock,
      offlineDelayMs,
      status: () => ({ state, since: clock.now(), reason: null }),
      onAway: (cameraId: string) => void away.push(cameraId),
      onBack: () => undefined,
    };
    watch = createStatusWatch(deps);
    beOnline();
    deps.offlineDelayMs = 5000;
    becomes('offline');
    clock.advance(5000);
    expect(away).toEqual(['yard']);
  });

  test('is notified after a minute, with the time of the outage; its return after some seconds, with the time of the return', () => {
    beOnline();
    clock.advance(5000);
    becomes('offline');
    clock.advance(offlineDelayMs - 1);
    expect(notifications).toEqual([]);
    clock.advance(1);
    expect(notifications).toEqual(['yard away 5']);
    clock.advance(35_000);
    becomes('online');
    clock.advance(returnDelayMs - 1);
    expect(notifications).toHaveLength(1);
    clock.advance(1);
    expect(notifications).toEqual(['yard away 5', 'yard back 100']);
    expect(clock.pending).toBe(0);
  });

  test('and returns within the minute is never reported offline; its return is reported to users who subscribed meanwhile', () => {
    beOnline();
    becomes('offline');
    clock.advance(59_000);
    becomes('online');
    clock.advance(quietPeriodMs);
    expect([notifications, clock.pending]).toEqual([['yard back 59'], 0]);
  });

  test('another reason within the same outage starts no new minute', () => {
    beOnline();
    becomes('offline');
    clock.advance(30_000);
    watch.onStatus('yard', { state: 'offline', since: clock.now() - 30_000, reason: 'camera-wrong-password' });
    clock.advance(30_000);
    expect(notifications).toEqual(['yard away 0']);
  });

  test('a short return does not count', () => {
    beOnline();
    becomes('offline');
    clock.advance(offlineDelayMs);
    becomes('online');
    clock.advance(returnDelayMs - 1);
    becomes('offline');
    clock.advance(quietPeriodMs);
    expect([notifications, clock.pending]).toEqual([['yard away 0'], 0]);
    becomes('online');
    clock.advance(returnDelayMs);
    expect(notifications).toHaveLength(2);
  });

  test('a repeated outage is notified ten minutes after the last notification', () => {
    beOnline();
    becomes('offline');
    clock.advance(offlineDelayMs);
    becomes('online');
    clock.advance(returnDelayMs);
    becomes('offline');
    clock.advance(quietPeriodMs - returnDelayMs - 1);
    expect(notifications).toHaveLength(2);
    clock.advance(1);
    expect(notifications).toEqual(['yard away 0', 'yard back 60', 'yard away 70']);
  });
});

describe('no outage', () => {
  test('a restart: only after three minutes offline is it notified', () => {
    beOnline();
    watch.expectAway('yard');
    clock.advance(5000);
    becomes('offline');
    clock.advance(3 * 60_000 - 5001);
    expect(notifications).toEqual([]);
    clock.advance(1);
    expect(notifications).toEqual(['yard away 5']);
    watch.expectAway('unknown');
    watch.onStatus('unknown', { state: 'offline', since: clock.now(), reason: null });
    clock.advance(quietPeriodMs);
    expect(notifications).toHaveLength(1);
  });

  test('a camera that this server has not seen yet: after a start it may be offline or slow', () => {
    becomes('offline');
    clock.advance(quietPeriodMs);
    expect([notifications, clock.pending]).toEqual([[], 0]);
  });

  test('but its first picture may revoke a notification from before the restart', () => {
    becomes('online');
    expect(notifications).toEqual(['yard back 0']);
  });

  test('the server stops and disconnects its cameras', () => {
    beOnline();
    becomes('offline');
    watch.close();
    clock.advance(quietPeriodMs);
    expect([notifications, clock.pending]).toEqual([[], 0]);
  });

  test.each([
    ['away', 'offline'],
    ['back', 'online'],
  ] as const)('it was suspended, or its owner deleted, before the notification that it is %s', (_what, last) => {
    beOnline();
    becomes('offline');
    if (last === 'online') {
      clock.advance(offlineDelayMs);
      becomes('online');
    }
    notifications.length = 0;
    // Stopping a camera reports no state: from then on the ingest does not know it.
    state = 'connecting';
    clock.advance(quietPeriodMs);
    expect([notifications, clock.pending]).toEqual([[], 0]);
  });

  test('it was removed', () => {
    beOnline();
    becomes('offline');
    watch.forget('yard');
    expect(clock.pending).toBe(0);
    clock.advance(quietPeriodMs);
    expect(notifications).toEqual([]);
  });
});

test('for any sequence of states: only lasting ones are notified, outages at most every ten minutes, each followed by its return', () => {
  const step = fc.record({ after: fc.integer({ min: 1, max: 900_000 }), next: fc.constantFrom('online' as const, 'offline' as const) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const own = createManualClock();
      let now: CameraState = 'connecting';
      let since = own.now();
      const said: { kind: 'away' | 'back'; saidAt: number; at: number }[] = [];
      const say = (kind: 'away' | 'back') => (_id: string, at: number) => {
        // The state is current, and has lasted long enough, except for the very first picture.
        if (kind === 'away') expect([now, own.now() - since >= offlineDelayMs]).toEqual(['offline', true]);
        else expect(now).toBe('online');
        said.push({ kind, saidAt: own.now(), at });
      };
      const tested = createStatusWatch({
        clock: own,
        offlineDelayMs,
        status: () => ({ state: now, since, reason: null }),
        onAway: say('away'),
        onBack: say('back'),
      });
      for (const { after, next } of steps) {
        own.advance(after);
        if (next === now) continue;
        now = next;
        since = own.now();
        tested.onStatus('yard', { state: next, since, reason: null });
      }
      own.advance(quietPeriodMs);
      const kinds = said.map(({ kind }) => kind).join(' ');
      expect(kinds).toMatch(/^(back|$)/);
      expect(kinds).not.toContain('away away');
      const aways = said.filter(({ kind }) => kind === 'away').map(({ saidAt }) => saidAt);
      for (const [index, at] of aways.slice(1).entries()) expect(at - (aways[index] ?? 0)).toBeGreaterThanOrEqual(quietPeriodMs);
      // The last notification matches the current state.
      if (said.length > 0) expect(said.at(-1)?.kind === 'away').toBe(now === 'offline');
    }),
  );
});
