import type { WallArrangement } from '@watchpost/sdk-core';
import { tilesPerPage } from './grid.ts';

/** Camera ids by places, page after page; null is an empty place. */
export type Places = readonly (string | null)[];

/** Most places that an arrangement may have, as the server says. */
const mostPlaces = 250;

/**
 * The places of an arrangement, filled up to whole pages. Whoever arranged nothing sees all cameras in their usual order;
 * a camera that is not there any more, or stands twice, leaves an empty place.
 * @param known ids of the cameras that there are, in their usual order
 */
export function placesOf(arrangement: WallArrangement, known: readonly string[]): Places {
  const { layout, cameraIds } = arrangement;
  const there = new Set(known);
  const seen = new Set<string>();
  const asked: Places = cameraIds.length === 0 ? known : cameraIds.map((id) => {
    if (id === null || !there.has(id) || seen.has(id)) return null;
    seen.add(id);
    return id;
  });
  // The automatic layout has no empty places: it is as large as what is on it.
  const places = layout === 'auto' ? asked.filter((id) => id !== null) : asked;
  const perPage = tilesPerPage(layout, places.length);
  const count = Math.max(1, Math.ceil(places.length / perPage)) * perPage;
  return Array.from({ length: count }, (_, index) => places[index] ?? null);
}

/** The arrangement that keeps these places: empty ones at the end are not kept, but an empty wall stays empty. */
export function arrange(arrangement: WallArrangement, places: Places): WallArrangement {
  const last = places.findLastIndex((id) => id !== null);
  return { ...arrangement, cameraIds: last < 0 ? [null] : places.slice(0, Math.min(mostPlaces, last + 1)) };
}

/** Two places change their cameras; one of them may be empty. */
export function swap(places: Places, from: number, to: number): Places {
  return places.map((id, index) => (index === from ? (places[to] ?? null) : index === to ? (places[from] ?? null) : id));
}

export function remove(places: Places, index: number): Places {
  return places.map((id, at) => (at === index ? null : id));
}

/** A camera that stands elsewhere changes places with the one that is here. */
export function put(places: Places, index: number, cameraId: string): Places {
  const before = places.indexOf(cameraId);
  return before >= 0 ? swap(places, before, index) : places.map((id, at) => (at === index ? cameraId : id));
}

/** On the first empty place, or behind the last. */
export function add(places: Places, cameraId: string): Places {
  if (places.includes(cameraId)) return places;
  const free = places.indexOf(null);
  return free < 0 ? [...places, cameraId] : put(places, free, cameraId);
}

/** The place beside one, for arrow keys; the same where there is none. */
export function neighbour(index: number, direction: 'left' | 'right' | 'up' | 'down', columns: number, count: number): number {
  const next = index + { left: -1, right: 1, up: -columns, down: columns }[direction];
  return next >= 0 && next < count ? next : index;
}
