import type { Area } from '../../detection/motion-model.ts';
import { overlapOf, type DetectedObject, type PixelRegion } from './object-boxes.ts';

/** Side of the square picture that the model takes, pixels. */
export const faceInputSize = 256;

/** A face: that there is one, and not whose. */
export interface FoundFace {
  /** 0 to 1. */
  readonly score: number;
  readonly box: Area;
}

/** What the model returns: logits of scores, and for each anchor 16 numbers, of which the first four are its box in pixels. */
export interface FaceOutput {
  readonly scores: Float32Array;
  readonly scores2: Float32Array;
  readonly boxes: Float32Array;
  readonly boxes2: Float32Array;
}

/** Rows of anchors, and anchors at each place, layer by layer. */
const layers = [
  { rows: 16, each: 2 },
  { rows: 8, each: 6 },
] as const;
const numbersOfAnchor = 16;
/** Lower scores are noise, whatever the settings are. */
const minScore = 0.5;
/** Boxes that overlap by more than this show the same face. */
const maxOverlap = 0.3;

/** A face is looked for where a person is as certain as this. */
const minPersonScore = 0.4;
/** Looking at more people would take longer than a look may. */
const maxPeople = 3;
/** A smaller head shows no face, pixels. */
const minHeadPixels = 40;
/** A person's head is in the upper part of the box, as part of its height. */
const headShare = 0.45;
const headMargin = 1.2;
/** The head may reach beyond the box, as part of the square. */
const aboveShare = 0.1;

/** Returns square parts of the picture around the heads of people, the largest first. */
export function headsOf(objects: readonly DetectedObject[], { width, height }: Pick<PixelRegion, 'width' | 'height'>): PixelRegion[] {
  const people = objects.filter(({ objectClass, score }) => objectClass === 'human' && score >= minPersonScore);
  return people
    .toSorted((a, b) => b.box.height - a.box.height)
    .slice(0, maxPeople)
    .flatMap(({ box }) => {
      const wanted = Math.max(box.width * width * headMargin, box.height * height * headShare);
      const size = Math.floor(Math.min(wanted, width, height));
      if (size < minHeadPixels) return [];
      const left = Math.round((box.x + box.width / 2) * width - size / 2);
      const top = Math.round(box.y * height - size * aboveShare);
      return [{ left: within(left, width - size), top: within(top, height - size), width: size, height: size }];
    });
}

/** Returns the faces that BlazeFace found in a part of a picture, at their places in the whole picture, each once, best first. */
export function facesOf(output: FaceOutput, part: PixelRegion, { width, height }: Pick<PixelRegion, 'width' | 'height'>): FoundFace[] {
  const found = [
    ...facesOfLayer(layers[0], output.scores, output.boxes),
    ...facesOfLayer(layers[1], output.scores2, output.boxes2),
  ].toSorted((a, b) => b.score - a.score);
  const kept: FoundFace[] = [];
  for (const face of found) if (!kept.some((other) => overlapOf(other.box, face.box) > maxOverlap)) kept.push(face);
  return kept.map(({ score, box }) => ({
    score,
    box: {
      x: (part.left + box.x * part.width) / width,
      y: (part.top + box.y * part.height) / height,
      width: (box.width * part.width) / width,
      height: (box.height * part.height) / height,
    },
  }));
}

function facesOfLayer({ rows, each }: (typeof layers)[number], scores: Float32Array, boxes: Float32Array): FoundFace[] {
  const faces: FoundFace[] = [];
  const count = Math.min(rows * rows * each, scores.length, Math.floor(boxes.length / numbersOfAnchor));
  for (let anchor = 0; anchor < count; anchor++) {
    const score = 1 / (1 + Math.exp(-(scores[anchor] ?? 0)));
    if (!(score >= minScore)) continue;
    const place = Math.floor(anchor / each);
    const at = anchor * numbersOfAnchor;
    const share = (index: number): number => (boxes[at + index] ?? 0) / faceInputSize;
    const centreX = ((place % rows) + 0.5) / rows + share(0);
    const centreY = (Math.floor(place / rows) + 0.5) / rows + share(1);
    const [x, right] = [clamp(centreX - share(2) / 2), clamp(centreX + share(2) / 2)];
    const [y, bottom] = [clamp(centreY - share(3) / 2), clamp(centreY + share(3) / 2)];
    if (right > x && bottom > y) faces.push({ score, box: { x, y, width: right - x, height: bottom - y } });
  }
  return faces;
}

function within(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
