import { expect, test } from 'vitest';
import {
  compare,
  readPhotoLabels,
  readSceneLabels,
  readVtestLabels,
  sceneNames,
  sharesOf,
  type LabelledClass,
  type LabelledFootage,
} from './labels.ts';

const footage: LabelledFootage = {
  light: 'day',
  size: [100, 100],
  ignored: [{ class: 'vehicle', box: [60, 60, 100, 100] }],
  frames: [
    {
      frame: 0,
      objects: [
        { class: 'human', box: [10, 10, 20, 40] },
        { class: 'human', box: [50, 10, 55, 22] },
        { class: 'vehicle', box: [0, 60, 40, 80] },
      ],
    },
  ],
};
const [frame] = footage.frames;
const person = (x: number, y: number, width: number, height: number, score = 0.9) =>
  ({ objectClass: 'human', score, box: { x, y, width, height } }) as const;

test('a label is found once, by a box that overlaps it and is certain enough; every other box is wrong but in an ignored place', () => {
  if (!frame) throw new Error('no frame');
  const found = [
    person(0.1, 0.1, 0.1, 0.28),
    person(0.11, 0.1, 0.1, 0.3, 0.7),
    person(0.5, 0.1, 0.05, 0.12, 0.4),
    { objectClass: 'vehicle', score: 0.8, box: { x: 0.7, y: 0.7, width: 0.2, height: 0.2 } },
    { objectClass: 'vehicle', score: 0.8, box: { x: 0, y: 0.6, width: 0.4, height: 0.2 } },
  ] as const;
  const [human, vehicle, animal] = compare(footage, frame, found, 0.5);
  expect(human).toMatchObject({ found: 1, missed: 1, wrong: 1, smallFound: 0, smallMissed: 1 });
  expect(vehicle).toMatchObject({ found: 1, missed: 0, wrong: 0 });
  expect(animal).toMatchObject({ class: 'animal', found: 0, missed: 0, wrong: 0 });
  expect(sharesOf(human ? [human] : [])).toMatchObject({ recall: 50, precision: 50, small: 0, large: 100, labels: 2 });
  expect(compare(footage, frame, found, 0.3)[0]).toMatchObject({ found: 2, missed: 0, wrong: 1, smallFound: 1 });
});

test('what stands in every picture is found or missed in each of them, and a cat that is taken for a person is wrong', () => {
  if (!frame) throw new Error('no frame');
  const standing = [{ class: 'vehicle', box: [60, 60, 90, 90] }] as const;
  const cat = { class: 'animal', box: [10, 50, 20, 60] } as const;
  const look = (objectClass: LabelledClass) =>
    compare({ ...footage, standing }, { ...frame, objects: [cat] }, [{ ...person(0.1, 0.5, 0.1, 0.1), objectClass }], 0.5);
  expect(look('animal')).toMatchObject([
    { class: 'human', found: 0, missed: 0, wrong: 0 },
    { class: 'vehicle', found: 0, missed: 1, wrong: 0 },
    { class: 'animal', found: 1, missed: 0, wrong: 0 },
  ]);
  expect(look('human')).toMatchObject([{ wrong: 1 }, { missed: 1 }, { found: 0, missed: 1 }]);
});

function requireInside({ size: [width, height], ignored, standing = [], frames }: LabelledFootage): void {
  for (const { box } of [...ignored, ...standing, ...frames.flatMap(({ objects }) => objects)]) {
    const [left, top, right, bottom] = box;
    expect(left >= 0 && top >= 0 && right <= width && bottom <= height && left < right && top < bottom, String(box)).toBe(true);
  }
}

test.each([...sceneNames.map((name) => [name, readSceneLabels()[name]] as const), ['vtest', readVtestLabels()] as const])(
  'the labels of %s lie in the picture, in the order of its frames',
  (_, footageOfPlace) => {
    const { frames } = footageOfPlace;
    expect(frames.length).toBeGreaterThan(10);
    expect(frames.map((one) => one.frame)).toEqual(frames.map((one) => one.frame).toSorted((a, b) => a - b));
    requireInside(footageOfPlace);
  },
);

test('the photos show animals and vehicles by day, each in one picture, and their labels lie in it', () => {
  const photos = readPhotoLabels();
  expect(photos.every(({ light, frames }) => light === 'day' && frames.length === 1 && frames[0]?.frame === 0)).toBe(true);
  const labelled = photos.flatMap(({ frames }) => frames.flatMap(({ objects }) => objects.map((one) => one.class)));
  const count = (objectClass: LabelledClass): number => labelled.filter((one) => one === objectClass).length;
  expect([count('human'), count('vehicle'), count('animal')]).toEqual([1, 2, 11]);
  for (const photo of photos) requireInside(photo);
});
