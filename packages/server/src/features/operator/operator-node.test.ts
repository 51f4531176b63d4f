import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createLocalNode } from './operator-node.ts';

test('loads are means since the last look, of all processors, and unknown at first', () => {
  const clock = createManualClock(1_000_000);
  let [processorMs, bytes] = [500, 0];
  const node = createLocalNode({ clock, version: '1.2.3', recordedBytes: () => bytes, processorMs: () => processorMs, cores: 2 });
  const known = { cameras: 3, disk: 0.5 };
  expect(node(known)).toMatchObject({ version: '1.2.3', cameras: 3, disk: 0.5, processor: null, recordedBytesPerSecond: null });
  clock.advance(10_000);
  [processorMs, bytes] = [10_500, 5_000_000];
  expect(node(known)).toMatchObject({ processor: 0.5, recordedBytesPerSecond: 500_000, lastSeenAt: 1_010_000 });
  // Two pages that look at once see the same.
  clock.advance(100);
  processorMs += 200;
  expect(node(known)).toMatchObject({ processor: 0.5, recordedBytesPerSecond: 500_000 });
});
