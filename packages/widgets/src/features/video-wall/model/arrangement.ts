import type { WallArrangement } from '@watchpost/sdk-core';
import { tilesPerPage } from './grid.ts';
import type { WallPlace } from './wall-place.ts';

/** Camera ids by place, page after page; null is an empty place. */
export type Places = readonly (string | null)[];

/** Maximum number of places in an arrangement, as the server enforces it. */
const maxPlaces = 250;

/**
 * The places of an arrangement, padded to whole pages. Without an arrangement all cameras appear in their usual order. A camera that no
 * longer exists, or appears twice, leaves an empty place.
 * @param known ids of all cameras in their usual order
 */
export function placesOf(arrangement: WallArrangement, known: readonly string[]): Places {
  const { layout, cameraIds } = arrangement;
  const there = new Set(known);
  const seen = new Set<string>();
  const asked: Places =
    cameraIds.length === 0
      ? known
      : cameraIds.map((id) => {
          if (id === null || !there.has(id) || seen.has(id)) return null;
          seen.add(id);
          return id;
        });
  // The automatic layout has no empty places: it is as large as its content.
  const places = layout === 'auto' ? asked.filter((id) => id !== null) : asked;
  const perPage = tilesPerPage(layout, places.length);
  const count = Math.max(1, Math.ceil(places.length / perPage)) * perPage;
  return Array.from({ length: count }, (_, index) => places[index] ?? null);
}

/**
 * Number of places that a page shows: up to its last camera. More would only repeat empty cells; one stays where a camera can be added.
 * @param hasSpare some cameras are not on the wall
 */
export function shownPlaces(page: Places, hasSpare: boolean): number {
  const used = page.findLastIndex((id) => id !== null) + 1;
  return Math.max(1, Math.min(page.length, hasSpare ? used + 1 : used));
}

/** The arrangement with these places. Trailing empty places are dropped, but an empty wall stays empty. */
export function arrange(arrangement: WallArrangement, places: Places): WallArrangement {
  const last = places.findLastIndex((id) => id !== null);
  return { ...arrangement, cameraIds: last < 0 ? [null] : places.slice(0, Math.min(maxPlaces, last + 1)) };
}

/** Swaps the cameras of two places; one of them may be empty. */
export function swap(places: Places, from: number, to: number): Places {
  return places.map((id, index) => (index === from ? (places[to] ?? null) : index === to ? (places[from] ?? null) : id));
}

export function remove(places: Places, index: number): Places {
  return places.map((id, at) => (at === index ? null : id));
}

/** Puts a camera on a place; if it is on the wall already, the two places swap. */
export function put(places: Places, index: number, cameraId: string): Places {
  const before = places.indexOf(cameraId);
  return before >= 0 ? swap(places, before, index) : places.map((id, at) => (at === index ? cameraId : id));
}

/** Puts a camera on the first empty place, or after the last. */
export function add(places: Places, cameraId: string): Places {
  if (places.includes(cameraId)) return places;
  const free = places.indexOf(null);
  return free < 0 ? [...places, cameraId] : put(places, free, cameraId);
}

/** The place next to one, for arrow keys: the nearest in that direction, whatever the sizes; the same place without one. */
export function neighbour(index: number, direction: 'left' | 'right' | 'up' | 'down', places: readonly WallPlace[]): number {
  const from = places[index];
  if (!from) return index;
  const isAcross = direction === 'left' || direction === 'right';
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  let [best, least] = [index, Number.POSITIVE_INFINITY];
  for (const [at, place] of places.entries()) {
    // Distances to the left, right, top and bottom: between the edges, 0 where they touch.
    const gap = isAcross
      ? apart(startOf(from), from.span, startOf(place), place.span, sign)
      : apart(from.row, from.span, place.row, place.span, sign);
    const aside = isAcross
      ? middle(place.row, place.span) - middle(from.row, from.span)
      : middle(startOf(place), place.span) - middle(startOf(from), from.span);
    // Left and right only within the same rows; up and down anywhere on the wall.
    if (gap < 0 || (isAcross && Math.abs(aside) >= (from.span + place.span) / 2)) continue;
    const distance = gap * 100 + Math.abs(aside);
    if (distance < least) [best, least] = [at, distance];
  }
  return best;
}

const startOf = ({ column, shift }: WallPlace): number => column + shift;
const middle = (start: number, span: number): number => start + span / 2;

function apart(from: number, fromSpan: number, to: number, toSpan: number, sign: 1 | -1): number {
  return sign > 0 ? to - (from + fromSpan) : from - (to + toSpan);
}
