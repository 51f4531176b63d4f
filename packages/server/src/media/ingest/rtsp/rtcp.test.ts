import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { buildReceiverReport, createReception } from './rtcp.ts';

function packet(sequence: number, timestamp: number, source = 7): Buffer {
  const data = Buffer.alloc(20);
  data[0] = 0x80;
  data.writeUInt16BE(sequence & 0xffff, 2);
  data.writeUInt32BE(timestamp, 4);
  data.writeUInt32BE(source, 8);
  return data;
}

test('a receiver report counts what is missing, across the wrap of the sequence numbers', () => {
  const clock = createManualClock();
  const reception = createReception(90_000, clock);
  expect(reception.next()).toBe(null);
  for (const sequence of [65_534, 65_535, 65_536, 65_538]) reception.onPacket(packet(sequence, 0));
  expect(reception.next()).toMatchObject({
    source: 7,
    lost: 1,
    lostFraction: 51,
    highestSequence: 65_538,
    lastReport: 0,
    sinceLastReport: 0,
  });
  // Late, and then nothing missing.
  reception.onPacket(packet(65_537, 0));
  reception.onPacket(packet(65_539, 0));
  expect(reception.next()).toMatchObject({ lost: 0, lostFraction: 0, highestSequence: 65_539 });
  // Another source starts over.
  reception.onPacket(packet(5, 0, 8));
  expect(reception.next()).toMatchObject({ source: 8, lost: 0, highestSequence: 5 });
});

test('it names the last sender report and how long ago that was', () => {
  const clock = createManualClock();
  const reception = createReception(90_000, clock);
  reception.onPacket(packet(1, 0));
  reception.onSenderReport({ ntp: 0x1234_5678 + 0.5, timestamp: 0 });
  clock.advance(2000);
  expect(reception.next()).toMatchObject({ lastReport: 0x5678_8000, sinceLastReport: 2 * 65_536 });
});

test('jitter follows the spacing of the packets, and a jump of the timestamps does not count', () => {
  const clock = createManualClock();
  const reception = createReception(90_000, clock);
  for (let index = 0; index < 50; index += 1) {
    clock.advance(40);
    reception.onPacket(packet(index, index * 3600));
  }
  expect(reception.next()?.jitter).toBe(0);
  reception.onPacket(packet(50, 3_000_000_000));
  expect(reception.next()?.jitter).toBe(0);
  clock.advance(80);
  reception.onPacket(packet(51, 3_000_003_600));
  expect(reception.next()?.jitter).toBe(225);
});

test('the report is a compound packet with the name of the receiver', () => {
  const name = '81ca00045750525401097761746368706f737400';
  expect(buildReceiverReport(null).toString('hex')).toBe(`80c9000157505254${name}`);
  const block = { source: 7, lostFraction: 51, lost: 1, highestSequence: 65_538, jitter: 9, lastReport: 5, sinceLastReport: 6 };
  expect(buildReceiverReport(block).toString('hex')).toBe(`81c9000757505254000000073300000100010002000000090000000500000006${name}`);
});
