import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CameraState } from '../../../media/media-types.ts';
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts';
import { createStatusWatch, type StatusWatch } from './notifications-status-watch.ts';

const patience = 60_000;
const returnTime = 10_000;
const quietTime = 10 * 60_000;

let clock: ManualClock;
let watch: StatusWatch;
let told: string[];
/** What the ingest says of the camera; a camera that it does not have is connecting. */
let state: CameraState;
let startedAt: number;

beforeEach(() => {
  clock = createManualClock();
  startedAt = clock.now();
  told = [];
  state = 'connecting';
  const say = (kind: string) => (cameraId: string, at: number) => void told.push(`${cameraId} ${kind} ${(at - startedAt) / 1000}`);
  watch = createStatusWatch({ clock, patience, status: () => ({ state, since: clock.now(), reason: null }), onAway: say('away'), onBack: say('back') });
});

const becomes = (next: 'online' | 'offline'): void => {
  state = next;
  watch.onStatus('yard', { state: next, since: clock.now(), reason: null });
};
/** Online since the start, with nothing told of it that counts. */
const beOnline = (): void => {
  becomes('online');
  told.length = 0;
};

describe('a camera that goes away', () => {
  test('is told after a minute, with the time when it went; its return after some seconds, with the time when it came', () => {
    beOnline();
    clock.advance(5000);
    becomes('offline');
    clock.advance(patience - 1);
    expect(told).toEqual([]);
    clock.advance(1);
    expect(told).toEqual(['yard away 5']);
    clock.advance(35_000);
    becomes('online');
    clock.advance(returnTime - 1);
    expect(told).toHaveLength(1);
    clock.advance(1);
    expect(told).toEqual(['yard away 5', 'yard back 100']);
    expect(clock.pending).toBe(0);
  });

  test('and is back within the minute is never said to be away; that it is back, to whoever asked meanwhile', () => {
    beOnline();
    becomes('offline');
    clock.advance(59_000);
    becomes('online');
    clock.advance(quietTime);
    expect([told, clock.pending]).toEqual([['yard back 59'], 0]);
  });

  test('another reason of the same outage begins no new minute', () => {
    beOnline();
    becomes('offline');
    clock.advance(30_000);
    watch.onStatus('yard', { state: 'offline', since: clock.now() - 30_000, reason: 'camera-wrong-password' });
    clock.advance(30_000);
    expect(told).toEqual(['yard away 0']);
  });

  test('a return that does not last is none', () => {
    beOnline();
    becomes('offline');
    clock.advance(patience);
    becomes('online');
    clock.advance(returnTime - 1);
    becomes('offline');
    clock.advance(quietTime);
    expect([told, clock.pending]).toEqual([['yard away 0'], 0]);
    becomes('online');
    clock.advance(returnTime);
    expect(told).toHaveLength(2);
  });

  test('again soon after is told when ten minutes are over since it was told last', () => {
    beOnline();
    becomes('offline');
    clock.advance(patience);
    becomes('online');
    clock.advance(returnTime);
    becomes('offline');
    clock.advance(quietTime - returnTime - 1);
    expect(told).toHaveLength(2);
    clock.advance(1);
    expect(told).toEqual(['yard away 0', 'yard back 60', 'yard away 70']);
  });
});

describe('what is not an outage', () => {
  test('somebody restarts it: only when it is not back after three minutes something is wrong', () => {
    beOnline();
    watch.expectAway('yard');
    clock.advance(5000);
    becomes('offline');
    clock.advance(3 * 60_000 - 5001);
    expect(told).toEqual([]);
    clock.advance(1);
    expect(told).toEqual(['yard away 5']);
    watch.expectAway('unknown');
    watch.onStatus('unknown', { state: 'offline', since: clock.now(), reason: null });
    clock.advance(quietTime);
    expect(told).toHaveLength(1);
  });

  test('a camera that this server has never seen: after a start nobody knows whether it is away or slow', () => {
    becomes('offline');
    clock.advance(quietTime);
    expect([told, clock.pending]).toEqual([[], 0]);
  });

  test('but its first picture may take back what an earlier life of the server told', () => {
    becomes('online');
    expect(told).toEqual(['yard back 0']);
  });

  test('the server stops and hangs up on its cameras', () => {
    beOnline();
    becomes('offline');
    watch.close();
    clock.advance(quietTime);
    expect([told, clock.pending]).toEqual([[], 0]);
  });

  test.each([
    ['away', 'offline'],
    ['back', 'online'],
  ] as const)('it was suspended, or its owner is gone, before it was told that it is %s', (_what, last) => {
    beOnline();
    becomes('offline');
    if (last === 'online') {
      clock.advance(patience);
      becomes('online');
    }
    told.length = 0;
    // Stopping a camera tells no state: from then on the ingest does not know it.
    state = 'connecting';
    clock.advance(quietTime);
    expect([told, clock.pending]).toEqual([[], 0]);
  });

  test('it was removed', () => {
    beOnline();
    becomes('offline');
    watch.forget('yard');
    expect(clock.pending).toBe(0);
    clock.advance(quietTime);
    expect(told).toEqual([]);
  });
});

test('whatever a camera does: only what lasted is told, never two outages within ten minutes, and never one that is not taken back', () => {
  const step = fc.record({ after: fc.integer({ min: 1, max: 900_000 }), next: fc.constantFrom('online' as const, 'offline' as const) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const own = createManualClock();
      let now: CameraState = 'connecting';
      let since = own.now();
      const said: { kind: 'away' | 'back'; saidAt: number; at: number }[] = [];
      const say = (kind: 'away' | 'back') => (_id: string, at: number) => {
        // It is so at that moment, and has been for long enough, but for the first picture of all.
        if (kind === 'away') expect([now, own.now() - since >= patience]).toEqual(['offline', true]);
        else expect(now).toBe('online');
        said.push({ kind, saidAt: own.now(), at });
      };
      const tested = createStatusWatch({ clock: own, patience, status: () => ({ state: now, since, reason: null }), onAway: say('away'), onBack: say('back') });
      for (const { after, next } of steps) {
        own.advance(after);
        if (next === now) continue;
        now = next;
        since = own.now();
        tested.onStatus('yard', { state: next, since, reason: null });
      }
      own.advance(quietTime);
      const kinds = said.map(({ kind }) => kind).join(' ');
      expect(kinds).toMatch(/^(back|$)/);
      expect(kinds).not.toContain('away away');
      const aways = said.filter(({ kind }) => kind === 'away').map(({ saidAt }) => saidAt);
      for (const [index, at] of aways.slice(1).entries()) expect(at - (aways[index] ?? 0)).toBeGreaterThanOrEqual(quietTime);
      // Nothing stays unsaid: the last word is what is so.
      if (said.length > 0) expect(said.at(-1)?.kind === 'away').toBe(now === 'offline');
    }),
  );
});
