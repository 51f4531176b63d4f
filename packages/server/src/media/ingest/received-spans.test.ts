import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReceivedSpans } from './received-spans.ts';

test('before the very first picture, an agent may have buffered some', () => {
  const spans = createReceivedSpans();
  expect([spans.newest, spans.missing]).toEqual([null, []]);
  spans.begin(100);
  expect(spans.missing).toEqual([{ after: null, before: 100 }]);
  expect(spans.late(98)).toBe(true);
  expect(spans.missing).toEqual([{ after: 98, before: 100 }]);
  spans.forget();
  expect([spans.newest, spans.missing]).toEqual([100, []]);
});

test('pictures that were not to be recorded before the first one are neither missing nor accepted', () => {
  const spans = createReceivedSpans(false);
  spans.begin(100);
  expect([spans.newest, spans.missing, spans.isMissing(99), spans.late(99)]).toEqual([100, [], false, false]);
  spans.live(101);
  spans.begin(110);
  expect(spans.missing).toEqual([{ after: 101, before: 110 }]);
});

test('a missing span stays known until it has arrived, through any number of interruptions', () => {
  const spans = createReceivedSpans();
  spans.begin(0);
  spans.forget();
  spans.live(10);
  spans.begin(30);
  spans.live(34);
  expect(spans.late(12)).toBe(true);
  spans.begin(40);
  expect(spans.missing).toEqual([
    { after: 12, before: 30 },
    { after: 34, before: 40 },
  ]);
  for (const [time, isMissing] of [
    [12, false],
    [30, false],
    [33, false],
    [36, true],
    [40, false],
    [41, false],
  ] as const)
    expect([time, spans.isMissing(time)]).toEqual([time, isMissing]);
  expect(spans.late(36)).toBe(true);
  expect(spans.missing.at(-1)).toEqual({ after: 36, before: 40 });
});

test('a continuous span is not requested', () => {
  const spans = createReceivedSpans();
  spans.begin(0);
  spans.forget();
  spans.begin(0);
  expect(spans.missing).toEqual([]);
});

test('whatever an agent sends, nothing is accepted twice and no more than 16 gaps are kept', () => {
  const step = fc.record({ kind: fc.constantFrom('begin', 'live', 'late'), time: fc.integer({ min: 0, max: 200 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const spans = createReceivedSpans();
      const taken = new Set<number>();
      for (const { kind, time } of steps) {
        const isNew = time > (spans.newest ?? -1);
        if (kind === 'late') {
          if (!spans.late(time)) continue;
          expect(taken.has(time)).toBe(false);
        } else if (!isNew) continue;
        else if (kind === 'begin') spans.begin(time);
        else if (spans.newest === null) continue;
        else spans.live(time);
        taken.add(time);
        expect(spans.missing.length).toBeLessThanOrEqual(16);
      }
    }),
  );
});
