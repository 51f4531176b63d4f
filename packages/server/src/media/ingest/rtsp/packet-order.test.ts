import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPacketOrder } from './packet-order.ts';

const packet = (sequence: number, source = 1): Buffer => {
  const data = Buffer.alloc(16, 0x80);
  data.writeUInt16BE(sequence & 0xffff, 2);
  data.writeUInt32BE(source, 8);
  return data;
};
const sequenceOf = (data: Buffer): number => data.readUInt16BE(2);

/** @returns numbers of the packets in the order in which they were passed on */
function order(packets: readonly Buffer[], stepMs = 0): number[] {
  const clock = createManualClock();
  const passed: number[] = [];
  const push = createPacketOrder(clock, (data) => void passed.push(sequenceOf(data)));
  for (const data of packets) {
    push(data);
    clock.advance(stepMs);
  }
  return passed;
}
const count = (length: number, from = 0): number[] => Array.from({ length }, (_, index) => (from + index) & 0xffff);

// scottlamb/retina #40.
describe('packets over UDP', () => {
  test('that were reordered are put in order, wherever their count wraps around', () => {
    const cases = fc.record({
      from: fc.integer({ min: 65_000, max: 65_535 }),
      keys: fc.array(fc.double({ min: 0, max: 8, noNaN: true }), { minLength: 2, maxLength: 200 }),
    });
    fc.assert(
      fc.property(cases, ({ from, keys }) => {
        // Each is late by less than 8 packets; the first is where the count begins.
        const late = [0, ...keys].map((key, index) => [index === 0 ? -1 : index + key, from + index] as const);
        const arrived = late.toSorted(([a], [b]) => a - b).map(([, sequence]) => packet(sequence));
        expect(order(arrived)).toEqual(count(late.length, from));
      }),
    );
  });
  test('that come twice are passed on once', () => {
    expect(order([1, 2, 2, 4, 4, 3, 3, 1, 5].map((sequence) => packet(sequence)))).toEqual([1, 2, 3, 4, 5]);
  });
  test('wait for 16 others at most, and are dropped when they come later', () => {
    const early = count(17, 3);
    expect(order([1, ...early.slice(0, 16)].map((sequence) => packet(sequence)))).toEqual([1]);
    expect(order([1, ...early, 2, 20].map((sequence) => packet(sequence)))).toEqual([1, ...early, 20]);
  });
  test('wait for 100 ms at most', () => {
    expect(
      order(
        [1, 3, 4, 5].map((sequence) => packet(sequence)),
        60,
      ),
    ).toEqual([1, 3, 4, 5]);
    expect(
      order(
        [1, 3, 4].map((sequence) => packet(sequence)),
        60,
      ),
    ).toEqual([1]);
  });
  test.each<[string, Buffer[], number[]]>([
    ['another source', [packet(500), packet(502), packet(400, 2), packet(401, 2)], [500, 502, 400, 401]],
    ['a number far away', [packet(500), packet(502), packet(40_000), packet(40_001)], [500, 502, 40_000, 40_001]],
    ['a number a little below', [packet(500), ...count(18, 400).map((at) => packet(at))], [500, 416, 417]],
  ])('begin a new count with %s', (_, arrived, expected) => {
    expect(order(arrived)).toEqual(expected);
  });
  test('without a number are passed on', () => {
    const passed: number[] = [];
    const push = createPacketOrder(createManualClock(), ({ length }) => void passed.push(length));
    for (const length of [0, 3, 11]) push(Buffer.alloc(length));
    expect(passed).toEqual([0, 3, 11]);
  });
});
