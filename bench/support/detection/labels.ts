import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { overlapOf, sharedArea } from '../../../packages/server/src/media/objects/engine/object-boxes.ts';
import type { DetectedObject } from '../../../packages/server/src/media/objects/engine/object-boxes.ts';
import type { Area } from '../../../packages/server/src/media/detection/motion-model.ts';

export const labelledClasses = ['human', 'vehicle', 'animal'] as const;
export type LabelledClass = (typeof labelledClasses)[number];

/** Left, top, right, bottom in pixels. */
type PixelBox = readonly [number, number, number, number];
interface Label {
  readonly class: LabelledClass;
  readonly box: PixelBox;
}
/** What one picture shows. */
interface LabelledFrame {
  readonly frame: number;
  readonly objects: readonly Label[];
  /** Places of this picture alone. */
  readonly ignored?: readonly Label[];
}
export interface LabelledFootage {
  readonly light: 'day' | 'night';
  readonly size: readonly [number, number];
  /** What is found here counts neither as right nor as wrong. */
  readonly ignored: readonly Label[];
  /** What every picture shows, in the same place. */
  readonly standing?: readonly Label[];
  readonly frames: readonly LabelledFrame[];
}

/** A photo: footage of one picture. */
interface LabelledPhoto extends LabelledFootage {
  readonly file: string;
}

/** What was found of one class, and what was not. */
export interface Tally {
  readonly class: LabelledClass;
  readonly light: 'day' | 'night';
  readonly found: number;
  readonly missed: number;
  readonly wrong: number;
  /** Number of found objects that are lower than a sixth of the picture. */
  readonly smallFound: number;
  readonly smallMissed: number;
}

/** A found box shows a labelled object when they overlap by this. */
const minOverlap = 0.4;
const minInside = 0.5;
const smallHeight = 1 / 6;

export const sceneNames = ['street', 'porch', 'warehouse'] as const;

export function readSceneLabels(): Readonly<Record<(typeof sceneNames)[number], LabelledFootage>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'scene-labels.json'), 'utf8')) as Record<
    (typeof sceneNames)[number],
    LabelledFootage
  >;
}

export function readVtestLabels(): LabelledFootage {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'vtest-labels.json'), 'utf8')) as LabelledFootage;
}

export function readPhotoLabels(): readonly LabelledPhoto[] {
  const { photos } = JSON.parse(readFileSync(join(import.meta.dirname, 'photo-labels.json'), 'utf8')) as {
    readonly photos: readonly LabelledPhoto[];
  };
  return photos;
}

/** Compares what was found in a picture with its labels, the most certain first; each label is found at most once. */
export function compare(
  { size, light, ignored, standing = [] }: LabelledFootage,
  frame: LabelledFrame,
  found: readonly DetectedObject[],
  minScore: number,
): Tally[] {
  return labelledClasses.map((objectClass) => {
    const areaOf = ({ box: [left, top, right, bottom] }: Label): Area => ({
      x: left / size[0],
      y: top / size[1],
      width: (right - left) / size[0],
      height: (bottom - top) / size[1],
    });
    const isOfClass = (label: Label): boolean => label.class === objectClass;
    const labels = [...standing, ...frame.objects].filter(isOfClass).map(areaOf);
    const places = [...ignored, ...(frame.ignored ?? [])].filter(isOfClass).map(areaOf);
    const open = new Set(labels);
    let wrong = 0;
    const candidates = found.filter((one) => one.objectClass === objectClass && one.score >= minScore);
    for (const { box } of candidates.toSorted((a, b) => b.score - a.score)) {
      const [best] = [...open].toSorted((a, b) => overlapOf(b, box) - overlapOf(a, box));
      if (best && overlapOf(best, box) >= minOverlap) open.delete(best);
      else if (!places.some((place) => sharedArea(place, box) > minInside * box.width * box.height)) wrong += 1;
    }
    const isSmall = ({ height }: Area): boolean => height < smallHeight;
    const missed = [...open];
    return {
      class: objectClass,
      light,
      found: labels.length - missed.length,
      missed: missed.length,
      wrong,
      smallFound: labels.filter(isSmall).length - missed.filter(isSmall).length,
      smallMissed: missed.filter(isSmall).length,
    };
  });
}

/** Shares of what was labelled that was found, and of what was found that was right, percent. NaN where there is nothing to divide by. */
export function sharesOf(tallies: readonly Tally[]): { recall: number; precision: number; small: number; large: number; labels: number } {
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0);
  const [found, missed, wrong] = [sum((one) => one.found), sum((one) => one.missed), sum((one) => one.wrong)];
  const [smallFound, smallMissed] = [sum((one) => one.smallFound), sum((one) => one.smallMissed)];
  const largeFound = found - smallFound;
  return {
    recall: (100 * found) / (found + missed),
    precision: (100 * found) / (found + wrong),
    small: (100 * smallFound) / (smallFound + smallMissed),
    large: (100 * largeFound) / (largeFound + missed - smallMissed),
    labels: found + missed,
  };
}
