import { describe, expect, test } from 'vitest';
import { objectsIn, readDetectorAnswer, type Prediction } from './detector-answer.ts';

const person = { label: 'person', confidence: 0.9, x_min: 64, y_min: 36, x_max: 128, y_max: 180 };
const seen: Prediction = { label: 'person', confidence: 0.9, corners: { left: 64, top: 36, right: 128, bottom: 180 } };

describe('answers', () => {
  test.each([
    ['of DeepStack', { success: true, predictions: [person], duration: 0 }],
    [
      'of CodeProject.AI',
      {
        message: 'Found person',
        count: 1,
        predictions: [person],
        success: true,
        processMs: 31,
        inferenceMs: 30,
        moduleId: 'ObjectDetectionYOLOv5Net',
        code: 200,
        command: 'detect',
        analysisRoundTripMs: 40,
      },
    ],
  ])('%s are read', (_, body) => expect(readDetectorAnswer(JSON.stringify(body))).toEqual({ isOk: true, predictions: [seen] }));

  test.each([
    ['nothing found', { success: true, predictions: [] }, []],
    ['nothing found, without a list', { success: true }, []],
    ['null for nothing', { success: true, predictions: null }, []],
    ['a sound, which has no place', { success: true, predictions: [{ label: 'glass', confidence: 1 }] }, [['glass', false]]],
    ['places that are no numbers', { success: true, predictions: [{ ...person, x_min: '64' }] }, [['person', false]]],
    [
      'predictions among other things',
      { success: true, predictions: [null, 7, 'person', [], { label: 'person' }, { ...person, confidence: 90 }, person] },
      [['person', true]],
    ],
    [
      'more than a picture shows',
      { success: true, predictions: Array.from({ length: 2000 }, () => person) },
      Array.from({ length: 500 }, () => ['person', true]),
    ],
  ])('%s', (_, body, expected) => {
    const answer = readDetectorAnswer(JSON.stringify(body));
    expect(answer.isOk && answer.predictions.map(({ label, corners }) => [label, corners !== null])).toEqual(expected);
  });

  test.each([
    ['', 'unreadable'],
    ['<html>502 Bad Gateway</html>', 'unreadable'],
    ['{"success":true,"predictions":[{"label":"per', 'unreadable'],
    ['null', 'unreadable'],
    ['[]', 'unreadable'],
    ['{}', 'unreadable'],
    ['{"success":"true","predictions":[]}', 'unreadable'],
    ['{"success":true,"predictions":{}}', 'unreadable'],
    ['{"success":false,"error":"No model is loaded","code":500}', 'failing'],
  ])('%j is a failure', (body, failure) => expect(readDetectorAnswer(body)).toEqual({ isOk: false, failure }));
});

describe('objects', () => {
  const size = { width: 640, height: 360 };
  const at = (left: number, top: number, right: number, bottom: number): Prediction['corners'] => ({ left, top, right, bottom });

  test('places are parts of the picture', () => {
    expect(objectsIn([seen], size)).toEqual([{ objectClass: 'human', score: 0.9, box: { x: 0.1, y: 0.1, width: 0.1, height: 0.4 } }]);
  });

  test.each<[string, Prediction['corners'], number]>([
    ['that reaches beyond the edge ends there', at(-10, -10, 700, 400), 1],
    ['outside of the picture', at(700, 10, 800, 60), 0],
    ['without a width', at(10, 10, 10, 60), 0],
    ['with its corners swapped', at(60, 60, 10, 10), 0],
    ['at no place', null, 0],
  ])('an object %s', (_, corners, count) => {
    const objects = objectsIn([{ ...seen, corners }], size);
    expect(objects).toHaveLength(count);
    for (const { box } of objects) expect(box).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });

  test('what is found twice is one object; what is not an object is left out', () => {
    const again = { ...seen, confidence: 0.6 };
    const others = ['chair', 'fire', 'smoke', 'glass'].map((label) => ({ ...seen, label }));
    expect(
      objectsIn([again, seen, ...others, { ...seen, label: 'dog' }], size).map(({ objectClass, score }) => [objectClass, score]),
    ).toEqual([
      ['human', 0.9],
      ['animal', 0.9],
    ]);
  });
});
