import { expect, test } from 'vitest';
import { listEventsQuery, updateMotionDetectionBody } from './events-schemas.ts';

test('a repeated key is a list, and so is one value', () => {
  expect(listEventsQuery.parse({ cameraId: 'c1', type: ['motion', 'human'] })).toEqual({ cameraId: ['c1'], type: ['motion', 'human'], limit: 50 });
  for (const wrong of [{ type: 'ufo' }, { limit: 201 }, { limit: 0 }, { cursor: 'x' }, { cursor: '1.a b' }, { from: -1 }]) expect(listEventsQuery.safeParse(wrong).success).toBe(false);
});

test('areas are at most four, inside of the picture, and none covers nearly all of it', () => {
  const area = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
  expect(updateMotionDetectionBody.safeParse({ areas: [area, area, area, area] }).success).toBe(true);
  expect(updateMotionDetectionBody.safeParse({ areas: [area, area, area, area, area] }).success).toBe(false);
  expect(updateMotionDetectionBody.safeParse({ areas: [{ ...area, x: 0.6 }] }).success).toBe(false);
  const large = updateMotionDetectionBody.safeParse({ areas: [{ x: 0, y: 0, width: 1, height: 0.95 }] });
  expect(large.error?.issues[0]?.message).toBe('Too large');
  expect(updateMotionDetectionBody.safeParse({}).success).toBe(false);
  for (const sensitivity of [-1, 11, 5.5]) expect(updateMotionDetectionBody.safeParse({ sensitivity }).success).toBe(false);
});
