import type { ObjectClass } from '@watchpost/contract/schemas/smart-events';
import type { DetectedObject } from './object-boxes.ts';

/** Side of the square picture that the model takes, pixels. */
export const modelInputSize = 300;
/** The model's scores: one for each of COCO's 90 category ids, and one for nothing, which comes first. */
const categories = 91;
/** How the model was trained to scale its offsets from an anchor (TensorFlow's Faster R-CNN box coder). */
const placeScale = 10;
const sizeScale = 5;
/** Lower scores are noise, whatever the settings are. */
const minScore = 0.15;

/** COCO's category ids. All others are nothing that a camera reports: airplanes, umbrellas, potted plants. */
const classOfCategory: ReadonlyMap<number, ObjectClass> = new Map([
  [1, 'human'],
  // Bicycle, car, motorcycle, bus, train, truck.
  ...([2, 3, 4, 6, 7, 8] as const).map((id) => [id, 'vehicle'] as const),
  // Bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe.
  ...([16, 17, 18, 19, 20, 21, 22, 23, 24, 25] as const).map((id) => [id, 'animal'] as const),
]);

/** What the model returns for one picture, anchor by anchor. */
export interface SsdOutput {
  /** Offsets from the anchor: y, x, height, width. */
  readonly offsets: Float32Array;
  /** Scores of the categories, 0 to 1. */
  readonly scores: Float32Array;
  /** Corners of the anchor: top, left, bottom, right, 0 to 1. */
  readonly anchors: Float32Array;
}

/** Returns the objects that a model of the SSD family (coco-ssd) found, with their boxes inside of the picture. Many overlap. */
export function objectsOf({ offsets, scores, anchors }: SsdOutput): DetectedObject[] {
  const found: DetectedObject[] = [];
  const count = Math.min(Math.floor(anchors.length / 4), Math.floor(offsets.length / 4), Math.floor(scores.length / categories));
  for (let anchor = 0; anchor < count; anchor++) {
    const { category, score } = bestCategory(scores, anchor * categories);
    const objectClass = score < minScore ? undefined : classOfCategory.get(category);
    if (!objectClass) continue;
    const at = anchor * 4;
    const top = anchors[at] ?? 0;
    const left = anchors[at + 1] ?? 0;
    const anchorHeight = (anchors[at + 2] ?? 0) - top;
    const anchorWidth = (anchors[at + 3] ?? 0) - left;
    const centreY = top + anchorHeight * (0.5 + (offsets[at] ?? 0) / placeScale);
    const centreX = left + anchorWidth * (0.5 + (offsets[at + 1] ?? 0) / placeScale);
    const height = Math.exp((offsets[at + 2] ?? 0) / sizeScale) * anchorHeight;
    const width = Math.exp((offsets[at + 3] ?? 0) / sizeScale) * anchorWidth;
    const [x, right] = [clamp(centreX - width / 2), clamp(centreX + width / 2)];
    const [y, bottom] = [clamp(centreY - height / 2), clamp(centreY + height / 2)];
    if (right > x && bottom > y)
      found.push({ objectClass, score: Math.min(1, score), box: { x, y, width: right - x, height: bottom - y } });
  }
  return found;
}

function bestCategory(scores: Float32Array, from: number): { category: number; score: number } {
  let category = 0;
  let score = 0;
  for (let id = 1; id < categories; id++) {
    const one = scores[from + id] ?? 0;
    if (one > score) [category, score] = [id, one];
  }
  return { category, score };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
