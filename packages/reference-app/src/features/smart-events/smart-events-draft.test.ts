import { detectionTypes } from '@watchpost/sdk-core';
import type { DetectionSettings } from '@watchpost/sdk-core';
import { expect, test } from 'vitest';
import { blankShape, changeOf, linesOf, replacesMotion, shapesOf, withClass, zonesOf } from './smart-events-draft.ts';
import { moved } from './drawing/smart-events-shapes.ts';

const common = { isEnabled: false, confidence: 0.5, threshold: 0.6, sensitivity: 6, scene: 'outdoor' } as const;
const gate = { id: 'l1', name: 'Gate', from: { x: 0.1, y: 0.5 }, to: { x: 0.9, y: 0.5 }, direction: 'aToB' as const };
const yard = {
  id: 'z1',
  name: 'Yard',
  points: [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.1 },
    { x: 0.5, y: 0.5 },
  ],
};
const crossing: DetectionSettings = { type: 'lineCrossing', ...common, lines: [gate], classes: ['human', 'vehicle'] };
const intrusion: DetectionSettings = {
  type: 'intrusion',
  ...common,
  zones: [yard],
  classes: ['human'],
  direction: 'enter',
  dwellSeconds: 0,
};

test('what the server has becomes shapes, and shapes become what the server has', () => {
  expect(linesOf(shapesOf(crossing))).toEqual([gate]);
  expect(zonesOf(shapesOf(intrusion))).toEqual([yard]);
});

test('only differences are sent; a reverted change is no change', () => {
  const shapes = shapesOf(crossing);
  expect(changeOf(crossing, {}, shapes)).toBeNull();
  expect(changeOf(crossing, { sensitivity: 6, classes: ['human', 'vehicle'] }, shapes)).toBeNull();
  expect(changeOf(crossing, { sensitivity: 9, classes: ['human'] }, shapes)).toEqual({ sensitivity: 9, classes: ['human'] });
  expect(changeOf(crossing, {}, [])).toEqual({ lines: [] });
  expect(changeOf(intrusion, { direction: 'left', dwellSeconds: 30 }, shapesOf(intrusion))).toEqual({
    direction: 'left',
    dwellSeconds: 30,
  });
  expect(
    changeOf(
      intrusion,
      {},
      shapesOf(intrusion).map((shape) => moved(shape, 0.1, 0)),
    ),
  ).toEqual({
    zones: [{ ...yard, points: yard.points.map(({ x, y }) => ({ x: x + 0.1, y })) }],
  });
});

test('one class always counts', () => {
  expect(withClass(['human', 'vehicle'], 'human', false)).toEqual(['vehicle']);
  expect(withClass(['vehicle'], 'vehicle', false)).toEqual(['vehicle']);
  expect(withClass(['vehicle'], 'human', true)).toEqual(['human', 'vehicle']);
});

test('lines belong to line crossing, areas to all others; two of them replace motion', () => {
  expect(detectionTypes.map((type) => blankShape(type).kind)).toEqual(['zone', 'zone', 'line', 'zone']);
  expect(detectionTypes.map((type) => replacesMotion(type))).toEqual([false, false, true, true]);
});
