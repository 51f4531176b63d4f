import { describe, expect, test } from 'vitest';
import {
  defaultDetection,
  detectionSettingsSchema,
  detectionType,
  updateDetectionBodies,
  updateDetectionBody,
} from './smart-events-schemas.ts';

const rectangle = (width: number, height: number) => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
];
const zone = (points = rectangle(0.5, 0.5), id = 'z1') => ({ id, name: 'Gate', points });
const line = { id: 'l1', name: 'Fence', from: { x: 0.2, y: 0.5 }, to: { x: 0.8, y: 0.5 }, direction: 'both' as const };

test.each(detectionType.options)('the defaults of %s are settings that can be sent', (type) => {
  const { type: _type, ...rest } = detectionSettingsSchema.parse(defaultDetection(type));
  expect(defaultDetection(type).type).toBe(type);
  expect(updateDetectionBodies[type].safeParse(rest).success).toBe(true);
  expect(updateDetectionBody.safeParse(rest).success).toBe(true);
});

describe('zones', () => {
  test('are too large above the limit of their detection; the message names the shape', () => {
    const large = zone(rectangle(1, 0.7));
    expect(updateDetectionBodies.human.safeParse({ zones: [large] }).success).toBe(true);
    const issue = updateDetectionBodies.intrusion.safeParse({ zones: [large] }).error?.issues[0];
    expect(issue?.message).toMatch(/^Too large: .*“Gate”.* 60 %/);
    expect(issue?.path).toEqual(['zones', 0, 'points']);
    expect(updateDetectionBodies.intrusion.safeParse({ zones: [zone(rectangle(1, 0.6))] }).success).toBe(true);
    expect(updateDetectionBodies.vehicle.safeParse({ zones: [zone(rectangle(1, 0.95))] }).error?.issues[0]?.message).toContain('90 %');
  });

  test('are polygons of 3 to 12 corners inside of the picture that don’t cross themselves, four at most, each with an id', () => {
    const bowTie = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ];
    const round = Array.from({ length: 13 }, (_, index) => ({
      x: 0.5 + 0.2 * Math.cos((index * 2 * Math.PI) / 13),
      y: 0.5 + 0.2 * Math.sin((index * 2 * Math.PI) / 13),
    }));
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const zones of [
      [zone(bowTie)],
      [zone(bowTie.slice(0, 2))],
      [zone(round)],
      [zone([...rectangle(0.5, 0.5).slice(0, 3), { x: -0.1, y: 0.5 }])],
      [zone(), zone()],
      ids.map((id) => zone(undefined, id)),
      [{ ...zone(), name: ' ' }],
      [{ ...zone(), color: 'red' }],
    ])
      expect(updateDetectionBodies.human.safeParse({ zones }).success).toBe(false);
    expect(updateDetectionBodies.human.safeParse({ zones: [zone(round.slice(0, 12))] }).success).toBe(true);
    expect(updateDetectionBodies.human.safeParse({ zones: ids.slice(1).map((id) => zone(undefined, id)) }).success).toBe(true);
  });
});

test('lines have a length and two sides', () => {
  expect(updateDetectionBodies.lineCrossing.safeParse({ lines: [line] }).success).toBe(true);
  expect(updateDetectionBodies.lineCrossing.safeParse({ lines: [{ ...line, to: { x: 0.21, y: 0.5 } }] }).error?.issues[0]?.message).toBe(
    'Too short',
  );
  for (const wrong of [{ direction: 'up' }, { id: '' }, { to: { x: 1.1, y: 0 } }])
    expect(updateDetectionBodies.lineCrossing.safeParse({ lines: [{ ...line, ...wrong }] }).success).toBe(false);
});

test('each detection takes only what it has, and a change of something', () => {
  expect(updateDetectionBodies.human.safeParse({ lines: [line] }).success).toBe(false);
  expect(updateDetectionBodies.lineCrossing.safeParse({ zones: [] }).success).toBe(false);
  expect(updateDetectionBodies.lineCrossing.safeParse({ dwellSeconds: 1 }).success).toBe(false);
  for (const type of detectionType.options) expect(updateDetectionBodies[type].safeParse({}).success).toBe(false);
  for (const wrong of [
    { dwellSeconds: 301 },
    { dwellSeconds: 0.5 },
    { classes: [] },
    { classes: ['human', 'human'] },
    { classes: ['animal'] },
    { confidence: 1.1 },
    { sensitivity: 11 },
    { scene: 'moon' },
    { turnOff: ['video'] },
  ])
    expect(updateDetectionBodies.intrusion.safeParse(wrong).success).toBe(false);
});
