import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createPasswordTrial, type PasswordRefusals } from './password-trial.ts';

const refusal = { code: 'camera-wrong-password', detail: '401' } as const;
const minuteMs = 60_000;

function setUp() {
  const clock = createManualClock();
  return { clock, trial: createPasswordTrial(clock) };
}

test('a password that has worked is called wrong after the fourth refusal, and sent ever more rarely', () => {
  const { clock, trial } = setUp();
  const judged = Array.from({ length: 9 }, () => {
    expect(trial.begin()).toBe(null);
    const one = trial.judge(refusal);
    clock.advance(one?.waitMs ?? 0);
    return one;
  });
  expect(judged.map((one) => one?.code)).toEqual([
    ...Array.from({ length: 3 }, () => 'camera-denies-access'),
    ...Array.from({ length: 6 }, () => 'camera-wrong-password'),
  ]);
  expect(judged.map((one) => (one?.waitMs ?? 0) / minuteMs)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});
test('an outage in between neither proves the password nor hides the refusals; a delivery does', () => {
  const { clock, trial } = setUp();
  for (let round = 0; round < 4; round += 1) {
    clock.advance(trial.judge(refusal)?.waitMs ?? 0);
    expect(trial.judge({ code: 'camera-timeout', detail: '' })).toBe(null);
  }
  expect(trial.judge(refusal)?.code).toBe('camera-wrong-password');
  trial.onDelivery();
  expect(trial.begin()).toBe(null);
  expect(trial.judge(refusal)).toEqual({ code: 'camera-denies-access', waitMs: minuteMs });
});
test('channels that were refused at the same time count once, and then one of them tries for all', () => {
  const { clock, trial } = setUp();
  for (let channel = 0; channel < 16; channel += 1) expect(trial.begin()).toBe(null);
  for (let channel = 0; channel < 16; channel += 1)
    expect(trial.judge(refusal)).toEqual({ code: 'camera-denies-access', waitMs: minuteMs });
  clock.advance(minuteMs);
  const begun = Array.from({ length: 16 }, () => trial.begin());
  expect(begun.filter((one) => one === null)).toHaveLength(1);
  expect(begun[1]?.waitMs).toBe(15_000);
  trial.onDelivery();
  expect(trial.begin()).toBe(null);
});

test('a restart forgets nothing: the wait goes on, and so does the count', () => {
  const clock = createManualClock();
  const kept: (PasswordRefusals | null)[] = [];
  const trial = createPasswordTrial(clock, (refusals) => void kept.push(refusals));
  for (let count = 0; count < 3; count += 1) clock.advance(trial.judge(refusal)?.waitMs ?? 0);
  trial.judge(refusal);
  expect(kept.at(-1)).toEqual({ count: 4, retryAt: clock.now() + 8 * minuteMs });
  clock.advance(3 * minuteMs);

  const next = createPasswordTrial(clock, (refusals) => void kept.push(refusals));
  next.recall(kept.at(-1) ?? { count: 0, retryAt: 0 });
  expect(next.begin()).toEqual({ code: 'camera-wrong-password', waitMs: 5 * minuteMs });
  clock.advance(5 * minuteMs);
  expect(next.begin()).toBe(null);
  expect(next.judge(refusal)).toEqual({ code: 'camera-wrong-password', waitMs: 16 * minuteMs });
  next.onDelivery();
  next.onDelivery();
  expect(kept.slice(-2)).toEqual([{ count: 5, retryAt: clock.now() + 16 * minuteMs }, null]);
});

test('a clock that was set back during the restart keeps nobody waiting for more than an hour', () => {
  const { clock, trial } = setUp();
  trial.recall({ count: 7, retryAt: clock.now() + 365 * 24 * 60 * minuteMs });
  expect(trial.begin()).toEqual({ code: 'camera-wrong-password', waitMs: 60 * minuteMs });
});
