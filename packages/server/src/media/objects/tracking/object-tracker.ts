import type { ObjectClass, PicturePoint } from '@watchpost/contract/schemas/smart-events';
import type { Area } from '../../detection/motion-model.ts';
import { overlapOf, sharedArea, type DetectedObject } from '../engine/object-boxes.ts';

/** One object, followed from picture to picture. */
export interface Track {
  readonly id: number;
  readonly objectClass: ObjectClass;
  readonly box: Area;
  /** Score of the last picture that shows it, 0 to 1. */
  readonly score: number;
  /** Scores of the last pictures that show it, oldest first. */
  readonly scores: readonly number[];
  /** Unix ms of the last picture that shows it. */
  readonly seenAt: number;
  /** How far it has gone from where it was found, or how much it has grown, in its own sizes. */
  readonly travel: number;
  /** Unix ms since when it has stayed where it is. */
  readonly restsSince: number;
  /** Number of pictures in which it was where something moved. */
  readonly movedPictures: number;
  /** The picture that shows it best so far. */
  readonly best: Sighting;
}

/** An object in one picture. */
interface Sighting {
  /** Unix ms. */
  readonly at: number;
  readonly score: number;
  readonly box: Area;
}

/** Follows the objects of one camera. */
export interface Tracker {
  /**
   * Continues the tracks with the objects of the next picture.
   * @param moving where the picture differs from what the camera usually sees
   * @param at Unix ms
   * @returns the tracks that this picture shows
   */
  update(objects: readonly DetectedObject[], moving: readonly Area[], at: number): readonly Track[];
  /** Whether a track can still be continued. */
  has(trackId: number): boolean;
}

const maxScores = 10;
/** The score of an object that was found less often counts as 0 in the missing pictures, so that one odd picture is never enough. */
const minScores = 3;
/** An object is lost when it was missed this often, for this long. */
const maxMisses = 4;
const lostAfterMs = 3000;
/** Objects that don't overlap their expected place are the same within this distance, in their own sizes: runners, and few pictures. */
const maxDistance = 1;
/** What has gone less than this far has stayed where it was, in its own sizes: light changes boxes. */
const restingDistance = 0.25;
/** A box must lie by this share where something moves. */
const minMovingShare = 0.1;

interface Followed {
  track: Track;
  readonly first: Area;
  /** Where it was when it went on last. */
  rests: Area;
  /** Movement of its centre since the picture before, per ms. */
  velocity: PicturePoint;
  misses: number;
}

/** Returns the median of an object's scores that reach the minimum; pictures that are missing to three count as 0. */
export function medianScore(scores: readonly number[], minScore: number): number {
  const counted = scores.filter((score) => score >= minScore);
  while (counted.length < minScores) counted.push(0);
  counted.sort((a, b) => a - b);
  const middle = Math.floor(counted.length / 2);
  const upper = counted[middle] ?? 0;
  return counted.length % 2 === 1 ? upper : (upper + (counted[middle - 1] ?? 0)) / 2;
}

export function createTracker(): Tracker {
  const followed = new Map<number, Followed>();
  let lastId = 0;

  const expectedBox = ({ track: { box, seenAt }, velocity }: Followed, at: number): Area => ({
    ...box,
    x: box.x + velocity.x * (at - seenAt),
    y: box.y + velocity.y * (at - seenAt),
  });

  const begin = (object: DetectedObject, hasMoved: boolean, at: number): Track => {
    const { objectClass, box, score } = object;
    const track: Track = {
      id: (lastId += 1),
      objectClass,
      box,
      score,
      scores: [score],
      seenAt: at,
      travel: 0,
      restsSince: at,
      movedPictures: hasMoved ? 1 : 0,
      best: { at, score, box },
    };
    followed.set(track.id, { track, first: box, rests: box, velocity: { x: 0, y: 0 }, misses: 0 });
    return track;
  };

  const proceed = (one: Followed, { box, score }: DetectedObject, hasMoved: boolean, at: number): Track => {
    const { track, first } = one;
    const elapsed = at - track.seenAt;
    const [now, before] = [centreOf(box), centreOf(track.box)];
    if (elapsed > 0) one.velocity = { x: (now.x - before.x) / elapsed, y: (now.y - before.y) / elapsed };
    one.misses = 0;
    const hasGone = changeOf(one.rests, box) >= restingDistance;
    if (hasGone) one.rests = box;
    one.track = {
      ...track,
      box,
      score,
      scores: [...track.scores, score].slice(-maxScores),
      seenAt: at,
      travel: Math.max(track.travel, changeOf(first, box)),
      restsSince: hasGone ? at : track.restsSince,
      movedPictures: track.movedPictures + (hasMoved ? 1 : 0),
      best: score > track.best.score ? { at, score, box } : track.best,
    };
    return one.track;
  };

  return {
    has: (trackId) => followed.has(trackId),
    update: (objects, moving, at) => {
      const pairs: { likeness: number; one: Followed; object: DetectedObject }[] = [];
      for (const one of followed.values()) {
        const expected = expectedBox(one, at);
        for (const object of objects) {
          if (object.objectClass !== one.track.objectClass) continue;
          const likeness = Math.max(likenessOf(expected, object.box), likenessOf(one.track.box, object.box));
          if (likeness > 0) pairs.push({ likeness, one, object });
        }
      }
      const taken = new Set<Followed | DetectedObject>();
      const shown: Track[] = [];
      const hasMoved = ({ box }: DetectedObject): boolean =>
        moving.some((area) => sharedArea(area, box) >= minMovingShare * box.width * box.height);
      for (const { one, object } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
        if (taken.has(one) || taken.has(object)) continue;
        taken.add(one);
        taken.add(object);
        shown.push(proceed(one, object, hasMoved(object), at));
      }
      for (const [id, one] of followed) {
        if (taken.has(one)) continue;
        one.misses += 1;
        if (one.misses >= maxMisses && at - one.track.seenAt >= lostAfterMs) followed.delete(id);
      }
      for (const object of objects) if (!taken.has(object)) shown.push(begin(object, hasMoved(object), at));
      return shown;
    },
  };
}

/** Above 1 for boxes that overlap, else falling to 0 with their distance. */
function likenessOf(expected: Area, box: Area): number {
  const overlap = overlapOf(expected, box);
  if (overlap > 0) return 1 + overlap;
  return Math.max(0, 1 - distanceOf(expected, box) / maxDistance);
}

/** Distance of the centres in sizes of the boxes; infinite for boxes of very different sizes. */
function distanceOf(a: Area, b: Area): number {
  const [larger, smaller] = [Math.max(sizeOf(a), sizeOf(b)), Math.min(sizeOf(a), sizeOf(b))];
  if (smaller <= 0 || larger > 2 * smaller) return Number.POSITIVE_INFINITY;
  const [from, to] = [centreOf(a), centreOf(b)];
  return Math.hypot(from.x - to.x, from.y - to.y) / larger;
}

/** How different two boxes of an object are in place or size, in its own size: what comes straight to the camera only grows. */
function changeOf(first: Area, now: Area): number {
  const size = Math.min(sizeOf(first), sizeOf(now));
  if (size <= 0) return 0;
  const [from, to] = [centreOf(first), centreOf(now)];
  return Math.max(Math.hypot(from.x - to.x, from.y - to.y), Math.abs(sizeOf(now) - sizeOf(first))) / size;
}

export function sizeOf({ width, height }: Area): number {
  return Math.max(width, height);
}

function centreOf({ x, y, width, height }: Area): PicturePoint {
  return { x: x + width / 2, y: y + height / 2 };
}

/** A place on the lower edge of the picture is in no polygon, and boxes of those who are near end there. */
const lowestPlace = 0.9999;

/** Where an object stands: the middle of its lower edge, in the picture. */
export function footOf({ x, y, width, height }: Area): PicturePoint {
  return { x: x + width / 2, y: Math.min(lowestPlace, y + height) };
}
