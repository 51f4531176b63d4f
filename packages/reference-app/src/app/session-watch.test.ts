import type { SessionEnd, SubjectChange } from '@watchpost/sdk-core';
import { describe, expect, test, vi } from 'vitest';
import { reloadDelayMs, watchSession } from './session-watch.ts';

function rig() {
  let end: (reason: SessionEnd) => void = () => undefined;
  let change: (change: SubjectChange) => void = () => undefined;
  const timers = new Set<{ delay: number; run: () => void }>();
  const onExpired = vi.fn<() => void>();
  const onChangedElsewhere = vi.fn<() => void>();
  const stop = watchSession(
    {
      onEnded: (listener) => ((end = listener), () => undefined),
      onSubjectChanged: (listener) => ((change = listener), () => undefined),
    },
    {
      after: (delay, run) => {
        const timer = { delay, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    { onExpired, onChangedElsewhere },
  );
  return {
    end: (reason: SessionEnd) => end(reason),
    change: () => change({ previous: 'a', current: null }),
    timers,
    onExpired,
    onChangedElsewhere,
    stop,
  };
}

describe('watchSession', () => {
  test('only an expired session leads to sign-in', () => {
    const { end, onExpired } = rig();
    end('signed-out');
    end('elsewhere');
    expect(onExpired).not.toHaveBeenCalled();
    end('expired');
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  test('a change in another tab reloads the page once, after 500 ms', () => {
    const { change, timers, onChangedElsewhere } = rig();
    change();
    change();
    expect([...timers].map(({ delay }) => delay)).toEqual([reloadDelayMs]);
    expect(reloadDelayMs).toBe(500);
    for (const timer of timers) timer.run();
    expect(onChangedElsewhere).toHaveBeenCalledTimes(1);
  });

  test('nothing happens after stopping', () => {
    const { change, timers, stop } = rig();
    change();
    stop();
    expect(timers.size).toBe(0);
  });
});
