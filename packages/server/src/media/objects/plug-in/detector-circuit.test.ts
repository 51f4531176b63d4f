import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createDetectorCircuit } from './detector-circuit.ts';

const start = Date.UTC(2026, 10, 27);

test('a detector that fails three times in a row is left alone, each time for longer, and used again as soon as it works', () => {
  const clock = createManualClock(start);
  const circuit = createDetectorCircuit({ clock, random: () => 1 });
  expect([circuit.isClosed(), circuit.isOnTrial(), circuit.failing()]).toEqual([true, true, null]);
  circuit.succeed();
  expect(circuit.isOnTrial()).toBe(false);

  clock.advance(1000);
  circuit.fail('timed-out');
  clock.advance(1000);
  circuit.fail('timed-out');
  expect([circuit.isClosed(), circuit.failing()]).toEqual([true, null]);
  circuit.fail('unreachable');
  expect([circuit.isClosed(), circuit.isOnTrial()]).toEqual([false, true]);
  expect(circuit.failing()).toEqual({ reason: 'unreachable', since: start + 1000 });

  for (const waitMs of [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
    clock.advance(waitMs - 1);
    expect([waitMs, circuit.isClosed()]).toEqual([waitMs, false]);
    clock.advance(1);
    expect([waitMs, circuit.isClosed()]).toEqual([waitMs, true]);
    circuit.fail('failing');
  }
  expect(circuit.failing()).toEqual({ reason: 'failing', since: start + 1000 });
  clock.advance(300_000);
  circuit.succeed();
  expect([circuit.isClosed(), circuit.isOnTrial(), circuit.failing()]).toEqual([true, false, null]);
});

test('failures with answers between them don’t matter', () => {
  const circuit = createDetectorCircuit({ clock: createManualClock(start), random: () => 0 });
  for (let round = 0; round < 10; round++) {
    circuit.fail('timed-out');
    circuit.fail('timed-out');
    circuit.succeed();
  }
  expect([circuit.isClosed(), circuit.failing()]).toEqual([true, null]);
});

test('the detector is never asked again at once', () => {
  const clock = createManualClock(start);
  const circuit = createDetectorCircuit({ clock, random: () => 0 });
  for (let time = 0; time < 3; time++) circuit.fail('unreachable');
  clock.advance(1999);
  expect(circuit.isClosed()).toBe(false);
  clock.advance(1);
  expect(circuit.isClosed()).toBe(true);
});
