/** The rules of smart events that the screen, the server and the detection share: limits, conflicts, and the geometry of zones and lines. */

/** Smart events with settings of their own; motion has others (specification 2, section 3). */
export const detectionTypes = ['human', 'vehicle', 'lineCrossing', 'intrusion'] as const;
export type DetectionType = (typeof detectionTypes)[number];
/** What is heard: smoke alarms beep in the rhythm T3 (ISO 8201), alarms for carbon monoxide in T4 (UL 2034). */
export const soundDetectionTypes = ['loudNoise', 'smokeAlarm', 'coAlarm'] as const;
export type SoundDetectionType = (typeof soundDetectionTypes)[number];
/**
 * What is offered only where it can be found: by the operator's own detector, if it says that it finds it, and faces also by a model of
 * the server, if it is installed. The first three are in the picture, the others in the sound. A face is found, never recognised: whose
 * it is, nobody asks.
 */
export const plugInDetectionTypes = ['fire', 'smoke', 'face', 'glassBreak', 'babyCry'] as const;
export type PlugInDetectionType = (typeof plugInDetectionTypes)[number];
/** Everything that can be turned off for a detection that can't run beside it. */
export type SwitchableDetection = 'motion' | DetectionType;

/** What becomes of a box in a test: it counts, or the first reason why it doesn't. `still`: it has not moved yet, like a parked car. */
export const boxVerdicts = ['counts', 'other-class', 'too-small', 'below-confidence', 'below-threshold', 'still', 'outside'] as const;
export type BoxVerdict = (typeof boxVerdicts)[number];
/** The longest path of a tested object, in places. */
export const maxPathPoints = 32;

/** What can't run beside a detection. It holds in both directions. */
export const detectionConflicts: Readonly<Record<SwitchableDetection, readonly SwitchableDetection[]>> = {
  motion: ['lineCrossing', 'intrusion'],
  human: [],
  vehicle: [],
  lineCrossing: ['motion'],
  intrusion: ['motion'],
};

export const maxDetectionZones = 4;
export const maxDetectionLines = 4;
export const minZonePoints = 3;
export const maxZonePoints = 12;
/** Maximum fraction of the picture that an area may cover; more is "Too large" (specification 2, section 5; the limit is ours). */
export const maxAreaShare = 0.9;
/** The same for a zone of an intrusion. */
export const maxZoneShare = 0.6;
/** The minimum length of a line, as part of the picture's width and height. */
export const minLineLength = 0.02;

/** The maximum part of the picture that one zone of a detection may cover, 0 to 1. */
export function maxZoneShareOf(type: DetectionType): number {
  return type === 'intrusion' ? maxZoneShare : maxAreaShare;
}

/** A point of the picture, from its upper left corner, 0 to 1: x to the right, y downwards. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}
interface Segment {
  readonly from: PicturePoint;
  readonly to: PicturePoint;
}
/** Side a of a line lies to the left of someone who walks on the screen from its start to its end; side b to the right. */
export type LineSide = 'a' | 'b';
export type LineCrossing = 'aToB' | 'bToA';

/** Returns the part of the picture that a polygon covers, 0 to 1. The polygon must be simple. */
export function polygonArea(points: readonly PicturePoint[]): number {
  let twice = 0;
  for (const [point, next] of edgesOf(points)) twice += point.x * next.y - next.x * point.y;
  return Math.abs(twice) / 2;
}

/** Whether a polygon has an area, and its edges meet at its corners only. */
export function isSimplePolygon(points: readonly PicturePoint[]): boolean {
  const edges = edgesOf(points);
  if (edges.length < 3) return false;
  for (const [index, [a, b]] of edges.entries()) {
    if (isSame(a, b)) return false;
    for (const [other, [c, d]] of edges.entries()) {
      if (other <= index) continue;
      const isNext = other === index + 1;
      const isPrevious = index === 0 && other === edges.length - 1;
      // Neighbours share a corner. They overlap if one turns back over the other.
      if (isNext || isPrevious) {
        const [corner, before, after] = isNext ? [b, a, d] : [a, b, c];
        if (turn(before, corner, after) === 0 && isBetween(corner, before, after) === false) return false;
      } else if (touches(a, b, c, d)) return false;
    }
  }
  return polygonArea(points) > 0;
}

/** Whether a point lies inside of a polygon. */
export function isInsidePolygon(points: readonly PicturePoint[], { x, y }: PicturePoint): boolean {
  let isInside = false;
  for (const [a, b] of edgesOf(points)) if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) isInside = !isInside;
  return isInside;
}

/**
 * Returns on which side of a line, extended to both ends, a point lies. Side a lies to the left of someone who walks on the screen from
 * `from` to `to`: above a line that goes to the right, and to the right of a line that goes down. A point on the line counts as side a.
 */
export function lineSideOf({ from, to }: Segment, point: PicturePoint): LineSide {
  return turn(from, to, point) <= 0 ? 'a' : 'b';
}

/** Returns in which direction a move from one point to another crosses a line between its ends; null if it doesn't. */
export function lineCrossingOf(line: Segment, before: PicturePoint, after: PicturePoint): LineCrossing | null {
  const side = lineSideOf(line, before);
  if (side === lineSideOf(line, after)) return null;
  const isBeyondEnd = turn(before, after, line.from) * turn(before, after, line.to) > 0;
  if (isBeyondEnd) return null;
  return side === 'a' ? 'aToB' : 'bToA';
}

function edgesOf(points: readonly PicturePoint[]): readonly (readonly [PicturePoint, PicturePoint])[] {
  return points.map((point, index) => [point, points[(index + 1) % points.length] ?? point] as const);
}

/** Positive if `c` is to the right of the way from `a` to `b` on the screen, negative to the left, 0 on it. */
function turn(a: PicturePoint, b: PicturePoint, c: PicturePoint): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

function isSame(a: PicturePoint, b: PicturePoint): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Whether a point on the line through `a` and `b` lies between them. */
function isBetween(point: PicturePoint, a: PicturePoint, b: PicturePoint): boolean {
  return point.x >= Math.min(a.x, b.x) && point.x <= Math.max(a.x, b.x) && point.y >= Math.min(a.y, b.y) && point.y <= Math.max(a.y, b.y);
}

/** Whether two segments have a point in common. */
function touches(a: PicturePoint, b: PicturePoint, c: PicturePoint, d: PicturePoint): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)].map(Math.sign);
  if (abc !== abd && cda !== cdb) return true;
  return (
    (abc === 0 && isBetween(c, a, b)) ||
    (abd === 0 && isBetween(d, a, b)) ||
    (cda === 0 && isBetween(a, c, d)) ||
    (cdb === 0 && isBetween(b, c, d))
  );
}
