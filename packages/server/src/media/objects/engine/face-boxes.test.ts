import { expect, test } from 'vitest';
import { facesOf, headsOf, type FaceOutput } from './face-boxes.ts';
import type { DetectedObject } from './object-boxes.ts';

const picture = { width: 640, height: 360 };
const person = (x: number, height: number, over: Partial<DetectedObject> = {}): DetectedObject => ({
  objectClass: 'human',
  score: 0.8,
  box: { x, y: 0.2, width: 0.1, height },
  ...over,
});

test('heads are looked at of people alone, the tallest first, three at most, and not where they are too small', () => {
  const people = [person(0.1, 0.3), person(0.3, 0.5), person(0.5, 0.7), person(0.7, 0.6)];
  const others = [person(0.1, 0.9, { objectClass: 'vehicle' }), person(0.1, 0.9, { score: 0.3 })];
  const heads = headsOf([...people, ...others], picture);
  expect(heads).toEqual([
    { left: 296, top: 61, width: 113, height: 113 },
    { left: 432, top: 62, width: 97, height: 97 },
    { left: 184, top: 64, width: 81, height: 81 },
  ]);
  expect(headsOf([person(0.1, 0.1, { box: { x: 0.1, y: 0.1, width: 0.02, height: 0.1 } })], picture)).toEqual([]);
});

test('a head at the edge is looked at within the picture', () => {
  const [head] = headsOf([person(0, 0.9, { box: { x: -0.01, y: 0, width: 0.1, height: 0.9 } })], picture);
  expect(head).toEqual({ left: 0, top: 0, width: 145, height: 145 });
  const [wide] = headsOf([person(0, 1, { box: { x: 0, y: 0, width: 1, height: 1 } })], picture);
  expect(wide).toEqual({ left: 140, top: 0, width: 360, height: 360 });
});

/** Anchors with a logit and a box in pixels around their own place. */
function outputOf(
  found: readonly { readonly layer: 1 | 2; readonly anchor: number; readonly logit: number; readonly side: number }[],
): FaceOutput {
  const output = {
    scores: new Float32Array(512).fill(-10),
    scores2: new Float32Array(384).fill(-10),
    boxes: new Float32Array(512 * 16),
    boxes2: new Float32Array(384 * 16),
  };
  for (const { layer, anchor, logit, side } of found) {
    const [scores, boxes] = layer === 1 ? [output.scores, output.boxes] : [output.scores2, output.boxes2];
    scores[anchor] = logit;
    boxes.set([0, 0, side, side], anchor * 16);
  }
  return output;
}

test('a face is found once, at its place in the whole picture, best first', () => {
  const part = { left: 320, top: 0, width: 128, height: 128 };
  const output = outputOf([
    // Column 8 of row 4, both anchors, and the same place in the coarse layer.
    { layer: 1, anchor: (4 * 16 + 8) * 2, logit: 1, side: 64 },
    { layer: 1, anchor: (4 * 16 + 8) * 2 + 1, logit: 3, side: 64 },
    { layer: 2, anchor: (2 * 8 + 4) * 6, logit: 2, side: 64 },
    // Far away.
    { layer: 2, anchor: (7 * 8 + 0) * 6, logit: 0.5, side: 32 },
    // Below a half.
    { layer: 1, anchor: 0, logit: -0.1, side: 64 },
  ]);
  const faces = facesOf(output, part, picture);
  expect(faces.map(({ score }) => score)).toEqual([expect.closeTo(0.953), expect.closeTo(0.622)]);
  const [best] = faces;
  // The centre is 8.5 and 4.5 sixteenths of the part.
  expect(best?.box.x).toBeCloseTo((320 + 128 * (8.5 / 16 - 1 / 8)) / 640);
  expect(best?.box.y).toBeCloseTo((128 * (4.5 / 16 - 1 / 8)) / 360);
  expect([best?.box.width, best?.box.height]).toEqual([expect.closeTo(32 / 640), expect.closeTo(32 / 360)]);
});

test('an output that is empty or broken is no face', () => {
  const none = new Float32Array();
  expect(facesOf({ scores: none, scores2: none, boxes: none, boxes2: none }, { left: 0, top: 0, width: 9, height: 9 }, picture)).toEqual(
    [],
  );
  const broken = outputOf([{ layer: 1, anchor: 5, logit: Number.NaN, side: 20 }]);
  expect(facesOf(broken, { left: 0, top: 0, width: 9, height: 9 }, picture)).toEqual([]);
});
