import { defaultDetection, type DetectionSettings } from '@watchpost/contract/schemas/smart-events';
import { expect, test } from 'vitest';
import type { Area } from '../../detection/motion-model.ts';
import type { DetectedObject } from '../engine/object-boxes.ts';
import { createObjectRules, type Detection } from './object-rules.ts';
import { createTracker } from './object-tracker.ts';

// What users of other recorders met: a restart, a change of light and a detector that loses a parked car for a while are no news.

const on = { isEnabled: true, confidence: 0.4, threshold: 0.5 };
const yard = {
  id: 'yard',
  name: 'Yard',
  points: [
    { x: 0.01, y: 0.3 },
    { x: 0.99, y: 0.3 },
    { x: 0.99, y: 0.99 },
    { x: 0.01, y: 0.99 },
  ],
};
const settings: readonly DetectionSettings[] = [
  { ...defaultDetection('vehicle'), ...on },
  { ...defaultDetection('intrusion'), ...on, zones: [yard] },
];
/** Two and a half pictures a second. */
const stepMs = 400;
const everywhere: Area = { x: 0, y: 0, width: 1, height: 1 };

/** A car; boxes of the same one tremble by a fiftieth of its width. */
const carAt = (x: number, look = 0): DetectedObject => ({
  objectClass: 'vehicle',
  score: 0.8,
  box: { x: x + (look % 3) * 0.004, y: 0.5 + (look % 2) * 0.003, width: 0.2, height: 0.15 },
});
const parked = (look: number): DetectedObject[] => [carAt(0.05, look), carAt(0.4, look), carAt(0.75, look)];

/** A camera's analysis from its start on. */
function startAnalysis(at = 0) {
  const began: Detection[] = [];
  const tracker = createTracker();
  const rules = createObjectRules({
    cameraId: 'c1',
    newId: () => String(began.length),
    isTracked: (id) => tracker.has(id),
    onDetection: (detection) => {
      if (detection.kind === 'began') began.push(detection);
    },
  });
  rules.configure(settings);
  let now = at;
  let looks = 0;
  return {
    began,
    /** @param moving where something moves, such as everywhere while the light changes */
    look: (objectsOf: (look: number) => readonly DetectedObject[], count: number, moving: readonly Area[] = []): void => {
      for (let index = 0; index < count; index += 1) {
        looks += 1;
        now += stepMs;
        rules.update(tracker.update(objectsOf(looks), moving, now), now, () => new Uint8Array([1]));
      }
    },
  };
}

test('whatever was parked when the server started is no news, nor when the light changes; what drives in afterwards is', () => {
  for (let start = 0; start < 5; start += 1) {
    const { began, look } = startAnalysis(start * 1_000_000);
    // The first picture differs everywhere from what is known, which is nothing.
    look(parked, 2, [everywhere]);
    look(parked, 60);
    // Day becomes night.
    look(parked, 5, [everywhere]);
    look(parked, 60);
    expect([start, began]).toEqual([start, []]);
  }
  const { began, look } = startAnalysis();
  look(parked, 60);
  let x = -0.05;
  const drivesIn = (index: number): DetectedObject[] => {
    x += 0.03;
    return [...parked(index), { ...carAt(x), box: { x, y: 0.75, width: 0.2, height: 0.15 } }];
  };
  look(drivesIn, 20, [everywhere]);
  expect(began.filter((detection) => detection.kind === 'began' && detection.type === 'vehicle')).toHaveLength(1);
});

/** A minute and a half. */
const dark = 225;
test.each<[string, (car: DetectedObject) => readonly DetectedObject[]]>([
  ['is less certain', (car) => [{ ...car, score: 0.45 }]],
  ['has a score that does not count', (car) => [{ ...car, score: 0.2 }]],
  ['is lost', () => []],
])(
  'a car that drove in and parked is news once, although it %s in other light for a while; when it leaves, it is news again',
  (_, inOtherLight) => {
    const { began, look } = startAnalysis();
    const vehicles = (): number => began.filter((detection) => detection.kind === 'began' && detection.type === 'vehicle').length;
    let x = 0;
    const drive = (): DetectedObject[] => [carAt((x += 0.03))];
    look(drive, 15, [everywhere]);
    const arrived = x;
    const stand = (index: number): DetectedObject[] => [carAt(arrived, index)];
    look(stand, 50);
    expect(vehicles()).toBe(1);
    look((index) => inOtherLight(carAt(arrived, index)), dark, [everywhere]);
    look(stand, 3, [everywhere]);
    look(stand, dark);
    expect(vehicles()).toBe(1);
    look(drive, 15, [everywhere]);
    expect(vehicles()).toBe(2);
  },
);

test('a car that stays all night is not reported every five minutes', () => {
  const { began, look } = startAnalysis();
  let x = 0;
  look(() => [carAt((x += 0.03))], 15, [everywhere]);
  const arrived = x;
  look((index) => [carAt(arrived, index)], 4 * 60 * 150);
  expect(began.filter((detection) => detection.kind === 'began' && detection.type === 'vehicle')).toHaveLength(1);
});

test('one picture on the other side of a line is no crossing, however often it comes; a true one is', () => {
  const began: Detection[] = [];
  const tracker = createTracker();
  const rules = createObjectRules({
    cameraId: 'c1',
    newId: () => String(began.length),
    isTracked: (id) => tracker.has(id),
    onDetection: (detection) => {
      if (detection.kind === 'began') began.push(detection);
    },
  });
  const line = { id: 'l1', name: 'Fence', from: { x: 0.5, y: 0.1 }, to: { x: 0.5, y: 0.99 }, direction: 'both' as const };
  rules.configure([{ ...defaultDetection('lineCrossing'), ...on, lines: [line] }]);
  let now = 0;
  const walk = (places: readonly number[]): void => {
    for (const x of places) {
      now += stepMs;
      const person: DetectedObject = { objectClass: 'human', score: 0.8, box: { x: x - 0.05, y: 0.4, width: 0.1, height: 0.3 } };
      rules.update(tracker.update([person], [everywhere], now), now, () => new Uint8Array([1]));
    }
  };
  // Comes near, and flickers to the far side three times.
  walk([0.2, 0.3, 0.4, 0.44, 0.55, 0.44, 0.44, 0.55, 0.44, 0.44, 0.55, 0.44, 0.44]);
  expect(began).toEqual([]);
  walk([0.47, 0.53, 0.57, 0.62, 0.7]);
  expect(began).toHaveLength(1);
});
