import { expect, test } from 'vitest';
import { isDetection, raisedThreshold } from './events-advice.ts';

test.each([
  [0.62, 0.6, 0.65],
  [0.65, 0.6, 0.7],
  [0.7, 0.7, 0.75],
  [0.849, 0.6, 0.85],
  [0.85, 0.6, null],
  [0.97, 0.6, null],
  [0.5, 0.6, null],
  [null, 0.6, null],
])('an object with the score %s at the threshold %s: %s', (score, threshold, expected) => {
  expect(raisedThreshold({ score }, { threshold })).toBe(expected);
});

test('motion and video have no threshold', () => {
  expect((['human', 'vehicle', 'lineCrossing', 'intrusion', 'motion', 'video'] as const).filter(isDetection)).toEqual([
    'human',
    'vehicle',
    'lineCrossing',
    'intrusion',
  ]);
});
