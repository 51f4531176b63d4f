import type { EventArea } from '@watchpost/sdk-core';

const maxAreas = 4;
/** Maximum part of the picture that an area may cover; the server refuses more. */
const maxAreaShare = 0.9;
/** What is left beside a place is no area if it is narrower. */
const minSide = 0.04;
/** What moves there moves around it, too. */
const margin = 0.02;
/** Who would leave out more turns motion detection off. */
const minRest = 0.4;

/**
 * Returns the areas of motion detection without a place in which something moved; null if they would be too many, or too little would be
 * left.
 * @param areas none: the whole picture
 */
export function motionAreasWithout(areas: readonly EventArea[], place: EventArea): EventArea[] | null {
  const before = areas.length === 0 ? [{ x: 0, y: 0, width: 1, height: 1 }] : areas;
  const rest = before
    .flatMap((area) => partsWithout(area, place))
    .flatMap(halvesOf)
    .map(rounded);
  const isEnough = totalOf(rest) >= minRest * totalOf(before);
  return rest.length > 0 && rest.length <= maxAreas && isEnough ? rest : null;
}

/** Up to four rectangles: beside the place in full height, and above and below it, for which the cut is wide enough. */
function partsWithout(area: EventArea, place: EventArea): EventArea[] {
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  const near = { x: Math.max(area.x, place.x - margin), y: Math.max(area.y, place.y - margin) };
  const to = {
    x: Math.min(right, Math.max(place.x + place.width + margin, near.x + minSide)),
    y: Math.min(bottom, place.y + place.height + margin),
  };
  const from = { x: Math.max(area.x, Math.min(near.x, to.x - minSide)), y: near.y };
  if (from.x >= to.x || from.y >= to.y) return [area];
  return [
    { ...area, width: from.x - area.x },
    { ...area, x: to.x, width: right - to.x },
    { x: from.x, y: area.y, width: to.x - from.x, height: from.y - area.y },
    { x: from.x, y: to.y, width: to.x - from.x, height: bottom - to.y },
  ].filter(({ width, height }) => Math.min(width, height) >= minSide);
}

function halvesOf(area: EventArea): EventArea[] {
  const { x, width, height } = area;
  if (width * height <= maxAreaShare) return [area];
  return [
    { ...area, width: width / 2 },
    { ...area, x: x + width / 2, width: width / 2 },
  ];
}

function totalOf(areas: readonly EventArea[]): number {
  return areas.reduce((sum, { width, height }) => sum + width * height, 0);
}

/** Ten-thousandths, as what is drawn by hand. */
function rounded({ x, y, width, height }: EventArea): EventArea {
  const round = (value: number): number => Math.round(value * 10_000) / 10_000;
  const [left, top] = [round(x), round(y)];
  return { x: left, y: top, width: Math.min(round(width), round(1 - left)), height: Math.min(round(height), round(1 - top)) };
}
