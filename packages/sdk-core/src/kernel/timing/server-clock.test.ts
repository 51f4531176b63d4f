import { describe, expect, test, vi } from 'vitest';
import { createFakeClock } from '../../testing/index.ts';
import { createServerClock } from './server-clock.ts';

const hour = 3_600_000;

/** A machine with a wrong clock, and the true time. */
function setUp(ahead: number) {
  const truth = createFakeClock();
  const machine = { ...truth, now: () => truth.now() + ahead };
  const serverClock = createServerClock(machine);
  /** A request with these durations there and back, milliseconds. */
  const ask = async (there: number, back: number, resolution = 0): Promise<void> => {
    const answered = serverClock.ask();
    await truth.advance(there);
    const serverTime = resolution ? Math.floor(truth.now() / resolution) * resolution : truth.now();
    await truth.advance(back);
    answered(serverTime, resolution);
  };
  return { truth, serverClock, ask, error: () => serverClock.now() - truth.now() };
}

describe('the server’s clock', () => {
  test('equals this machine’s until the server answers', () => {
    expect(setUp(2 * hour).error()).toBe(2 * hour);
  });

  test.each([
    ['ahead', 2 * hour],
    ['behind', -2 * hour],
  ])('is accurate to half the round trip when this machine is %s', async (_, ahead) => {
    const { ask, error } = setUp(ahead);
    await ask(10, 30);
    expect(error()).toBe(-10);
    // A more precise answer replaces it, a less precise one does not.
    await ask(5, 5);
    expect(error()).toBe(0);
    await ask(0, 400);
    expect(error()).toBe(0);
  });

  test.each([
    ['ahead', 2 * hour],
    ['behind', -2 * hour],
  ])('is accurate to one second from whole seconds when this machine is %s', async (_, ahead) => {
    const { truth, ask, error } = setUp(ahead);
    await truth.advance(730);
    await ask(20, 20, 1_000);
    expect(Math.abs(error())).toBeLessThanOrEqual(1_000);
  });

  test('equals this machine’s own if whole seconds agree with it', async () => {
    const { truth, ask, error } = setUp(35);
    await truth.advance(730);
    await ask(20, 20, 1_000);
    expect(error()).toBe(35);
    await ask(4, 4);
    expect(error()).toBe(0);
  });

  test('does not change when this machine’s clock is set', async () => {
    const truth = createFakeClock();
    const serverClock = createServerClock(truth);
    serverClock.ask()(truth.now());
    const before = truth.now();
    truth.setWallClock(before + 5 * hour);
    expect(serverClock.now()).toBe(before);
  });

  test('follows when the server’s clock is set, and reports each change once', async () => {
    const clock = createFakeClock();
    const serverClock = createServerClock(clock);
    const set = vi.fn();
    serverClock.onSet(set);
    const answer = (time: number): void => serverClock.ask()(time);
    answer(clock.now());
    answer(clock.now() + 10);
    expect(set).toHaveBeenCalledTimes(1);
    answer(clock.now() + hour);
    expect(serverClock.now()).toBe(clock.now() + hour);
    expect(set).toHaveBeenCalledTimes(2);
  });

  test('follows a clock that runs slightly faster', async () => {
    const clock = createFakeClock();
    const serverClock = createServerClock(clock);
    const start = clock.now();
    for (let second = 0; second <= 36_000; second += 60) {
      serverClock.ask()(start + second * 1_000 * 1.00005);
      await clock.advance(60_000);
    }
    expect(Math.abs(serverClock.now() - (start + 36_060_000 * 1.00005))).toBeLessThan(25);
  });
});
