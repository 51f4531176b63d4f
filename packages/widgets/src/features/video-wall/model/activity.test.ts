import { expect, test } from 'vitest';
import { loudest } from './activity.ts';

test('each step has the maximum of the known activities', () => {
  expect(loudest([[0, 0.5, 0.2], [0.1, 0.3], []])).toEqual([0.1, 0.5, 0.2]);
  expect(loudest([])).toEqual([]);
});
