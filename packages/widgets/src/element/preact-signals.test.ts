import * as library from '@preact/signals-core';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import * as ours from './preact-signals.ts';

type Step =
  | { readonly kind: 'set'; readonly which: number; readonly value: number }
  | { readonly kind: 'follow'; readonly which: number; readonly sets: number | null }
  | { readonly kind: 'leave'; readonly index: number }
  | { readonly kind: 'batch'; readonly steps: readonly Step[] };

interface Signals {
  batch<Result>(call: () => Result): Result;
  signal<Value>(value: Value): { value: Value; peek(): Value; subscribe(listener: (value: Value) => void): () => void };
}

const which = fc.nat(2);
const set = fc.record({ kind: fc.constant('set' as const), which, value: fc.nat(3) });
const follow = fc.record({ kind: fc.constant('follow' as const), which, sets: fc.option(fc.nat(2), { freq: 3 }) });
const leave = fc.record({ kind: fc.constant('leave' as const), index: fc.nat(5) });
const together = fc.record({ kind: fc.constant('batch' as const), steps: fc.array(fc.oneof(set, follow, leave), { maxLength: 5 }) });
const program: fc.Arbitrary<Step[]> = fc.array(fc.oneof({ weight: 4, arbitrary: set }, follow, leave, together), { maxLength: 20 });

/** Runs a program. @returns what each follower got, without a value that it got just before, and the values at the end */
function outcomeOf({ signal, batch }: Signals, steps: readonly Step[]) {
  const signals = [signal(0), signal(0), signal(0)];
  const got: number[][] = [];
  const ends: (() => void)[] = [];
  const signalOf = (index: number) => {
    const found = signals[index];
    if (!found) throw new Error(`There is no signal ${index}.`);
    return found;
  };
  const run = (step: Step): void => {
    if (step.kind === 'set') return void (signalOf(step.which).value = step.value);
    if (step.kind === 'batch') return batch(() => step.steps.forEach(run));
    if (step.kind === 'leave') return ends[step.index]?.();
    const own: number[] = [];
    got.push(own);
    ends.push(
      signalOf(step.which).subscribe((value) => {
        if (own.at(-1) !== value) own.push(value);
        // A follower that changes another value, never in a circle.
        if (step.sets !== null && step.sets > step.which) signalOf(step.sets).value = value;
      }),
    );
  };
  steps.forEach(run);
  return { got, values: signals.map((each) => [each.value, each.peek()]) };
}

describe('what a player uses of signals', () => {
  test('followers get what those of the library get', () => {
    const check = (steps: readonly Step[]): void => expect(outcomeOf(ours, steps)).toEqual(outcomeOf(library, steps));
    fc.assert(
      fc.property(program, (steps) => {
        check(steps);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['ours', ours],
    ['the library', library],
  ] as const)('%s: a follower that fails keeps no other from its call, and the change throws', (_, { signal, batch }: Signals) => {
    const value = signal(0);
    const calls = vi.fn();
    value.subscribe((now) => {
      if (now === 1) throw new Error('first');
    });
    value.subscribe(calls);
    expect(() => (value.value = 1)).toThrow('first');
    expect(calls.mock.calls).toEqual([[0], [1]]);
    value.value = 2;
    expect(calls).toHaveBeenLastCalledWith(2);
    const failing = (): void => {
      throw new Error('at once');
    };
    expect(() => value.subscribe(failing)).toThrow('at once');
    expect(batch(() => 'result')).toBe('result');
  });

  test.each([
    ['ours', ours],
    ['the library', library],
  ] as const)('%s: followers that change what they follow, without an end, are stopped', (_, { signal }: Signals) => {
    const value = signal(0);
    expect(() => value.subscribe((now) => void (value.value = now + 1))).toThrow('Cycle detected');
  });
});
