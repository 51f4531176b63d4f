import { expect, test } from 'vitest';
import { sumSetUpTimes } from './times.ts';

test('what tests have started is summed, the slowest first', () => {
  const lines = '{"what":"browser","ms":300}\n{"what":"product","ms":1500}\n{"what":"browser","ms":350}\n';
  expect(sumSetUpTimes(lines)).toEqual([
    { what: 'product', count: 1, ms: 1500 },
    { what: 'browser', count: 2, ms: 650 },
  ]);
});
