import type { ObjectClass } from '@watchpost/contract/schemas/smart-events';
import type { Area } from '../../detection/motion-model.ts';

/** An object found in a picture. */
export interface DetectedObject {
  readonly objectClass: ObjectClass;
  /** 0 to 1. */
  readonly score: number;
  readonly box: Area;
}

/** A square or rectangle of a picture, whole pixels. */
export interface PixelRegion {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
type PictureSize = Pick<PixelRegion, 'width' | 'height'>;

/** Two boxes of one class that overlap by more than this show the same object. */
const maxOverlap = 0.5;
/** A box that another one of its class contains by more than this shows a part of the same object. */
const maxInside = 0.85;
/** An object is shown with some of its surroundings, as in the pictures that the model was trained with. */
const cropMargin = 1.4;
const minCropPixels = 240;
const maxCrops = 4;
/** What the model is not sure of is looked at again from nearer: with less around it, and enlarged more. */
const closeMargin = 1.2;
const minClosePixels = 96;
const maxCloseLooks = 2;
/** The scores that are neither noise nor enough for a detection that nobody has changed. */
const [minUncertain, maxUncertain] = [0.3, 0.6];
/** A box must lie by this share where something moves: what never moves is no event. */
const minMovingShare = 0.1;
/** A box this close to the edge of a crop, as part of the crop, may have been cut off there. */
const edgeShare = 0.01;

/** Returns the area that two boxes share, divided by the area that they cover together, 0 to 1. */
export function overlapOf(a: Area, b: Area): number {
  const shared = sharedArea(a, b);
  const both = a.width * a.height + b.width * b.height - shared;
  return both > 0 ? shared / both : 0;
}

export function sharedArea(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Returns each object once, best score first: of boxes that show the same object, the one with the best score stays. */
export function withoutDuplicates(objects: readonly DetectedObject[]): DetectedObject[] {
  const kept: DetectedObject[] = [];
  for (const object of objects.toSorted((a, b) => b.score - a.score))
    if (!kept.some((other) => other.objectClass === object.objectClass && showSame(other.box, object.box))) kept.push(object);
  return kept;
}

function showSame(a: Area, b: Area): boolean {
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return overlapOf(a, b) > maxOverlap || (smaller > 0 && sharedArea(a, b) / smaller > maxInside);
}

/**
 * Returns square parts of the picture around what moves, largest motion first: in a part, the model sees small objects that it misses in
 * the whole picture. Motion that an earlier part shows gets none of its own.
 */
export function cropsAround(moving: readonly Area[], { width, height }: PictureSize): PixelRegion[] {
  const crops: PixelRegion[] = [];
  for (const area of moving.toSorted((a, b) => b.width * b.height - a.width * a.height)) {
    if (crops.length === maxCrops) break;
    const box = { left: area.x * width, top: area.y * height, width: area.width * width, height: area.height * height };
    if (crops.some((crop) => contains(crop, box))) continue;
    const crop = squareAround(box, { margin: cropMargin, minPixels: minCropPixels }, { width, height });
    if (crop) crops.push(crop);
  }
  return crops;
}

/** Returns the square around a box, moved into the picture; null for a picture without pixels. */
function squareAround(
  box: PixelRegion,
  { margin, minPixels }: { readonly margin: number; readonly minPixels: number },
  { width, height }: PictureSize,
): PixelRegion | null {
  const size = Math.floor(Math.min(Math.max(box.width * margin, box.height * margin, minPixels), width, height));
  if (size < 1) return null;
  const place = (start: number, length: number, whole: number): number =>
    Math.round(Math.min(Math.max(0, start + length / 2 - size / 2), whole - size));
  return { left: place(box.left, box.width, width), top: place(box.top, box.height, height), width: size, height: size };
}

/** An object that is worth a nearer look, and the part of the picture to look at. */
interface CloseLook {
  readonly object: DetectedObject;
  readonly part: PixelRegion;
}

/** Returns where to look again: at the surest of the objects that move and of which the model is not sure. @param objects best score first */
export function closeLooks(objects: readonly DetectedObject[], moving: readonly Area[], { width, height }: PictureSize): CloseLook[] {
  const isUncertain = ({ score, box }: DetectedObject): boolean =>
    score >= minUncertain &&
    score < maxUncertain &&
    moving.some((area) => sharedArea(area, box) >= minMovingShare * box.width * box.height);
  return objects
    .filter(isUncertain)
    .slice(0, maxCloseLooks)
    .flatMap((object) => {
      const { x, y, width: w, height: h } = object.box;
      const box = { left: x * width, top: y * height, width: w * width, height: h * height };
      const part = squareAround(box, { margin: closeMargin, minPixels: minClosePixels }, { width, height });
      return part ? [{ object, part }] : [];
    });
}

/** Returns an object as a nearer look shows it, if that is surer of the same object; nothing new is taken from there. */
export function surerOf(object: DetectedObject, seen: readonly DetectedObject[]): DetectedObject {
  const same = seen.filter(({ objectClass, box }) => objectClass === object.objectClass && overlapOf(box, object.box) > maxOverlap);
  return same.reduce((best, one) => (one.score > best.score ? one : best), object);
}

function contains(outer: PixelRegion, inner: PixelRegion): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.left + inner.width <= outer.left + outer.width &&
    inner.top + inner.height <= outer.top + outer.height
  );
}

/**
 * Returns the objects of a part at their places in the whole picture, without those that the part's edge cuts off: they are seen whole
 * elsewhere.
 */
export function placeInPicture(objects: readonly DetectedObject[], part: PixelRegion, { width, height }: PictureSize): DetectedObject[] {
  const isCut = ({ x, y, width: w, height: h }: Area): boolean =>
    (x < edgeShare && part.left > 0) ||
    (y < edgeShare && part.top > 0) ||
    (x + w > 1 - edgeShare && part.left + part.width < width) ||
    (y + h > 1 - edgeShare && part.top + part.height < height);
  return objects
    .filter(({ box }) => !isCut(box))
    .map(({ box, ...object }) => ({
      ...object,
      box: {
        x: (part.left + box.x * part.width) / width,
        y: (part.top + box.y * part.height) / height,
        width: (box.width * part.width) / width,
        height: (box.height * part.height) / height,
      },
    }));
}
