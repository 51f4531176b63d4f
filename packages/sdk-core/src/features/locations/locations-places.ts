import type { LocationsConfig, Room } from '@watchpost/contract/schemas/locations';
import { inOrder } from './locations-order.ts';
import type { Place } from './locations-model.ts';

interface Identified {
  readonly id: string;
}

/** Selects cameras: of one location or all, of one room, of those without a room, or of all rooms. */
export interface PlaceFilter {
  /** Null for all locations. */
  readonly locationId: string | null;
  /** `all` rooms, cameras `without` a room, or one room. */
  readonly room: 'all' | 'without' | { readonly id: string };
}

const nowhere: Place = { locationId: null, roomId: null };

/** Returns the rooms of a location in their order; for all locations, location by location. */
export function roomsOf({ locations, rooms }: LocationsConfig, locationId: string | null): Room[] {
  const chosen = locationId === null ? inOrder(locations).map(({ id }) => id) : [locationId];
  return chosen.flatMap((id) => inOrder(rooms.filter((room) => room.locationId === id)));
}

/**
 * Sorts cameras by place: location by location, room by room, then those of a location without a room, then those
 * without a location. Cameras without an order keep their sequence.
 */
export function byPlace<T extends Identified>({ locations, rooms, cameras: places }: LocationsConfig, cameras: readonly T[]): T[] {
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const rank = (list: readonly (Identified & { readonly order: number })[]) => new Map(inOrder(list).map(({ id }, index) => [id, index]));
  const [locationRank, roomRank] = [rank(locations), rank(rooms)];
  const last = Number.MAX_SAFE_INTEGER;
  const keys = new Map<string, readonly number[]>(
    cameras.map(({ id }) => {
      const { locationId, roomId, order } = placeOf.get(id) ?? { ...nowhere, order: last };
      return [id, [locationRank.get(locationId ?? '') ?? last, roomRank.get(roomId ?? '') ?? last, order]];
    }),
  );
  const keyOf = ({ id }: Identified): readonly number[] => keys.get(id) ?? [];
  return cameras.toSorted((one, other) => {
    const right = keyOf(other);
    return (
      keyOf(one)
        .map((value, index) => value - (right[index] ?? 0))
        .find((difference) => difference !== 0) ?? 0
    );
  });
}

/** Returns the cameras at exactly this place, in their order: those of a location exclude those of its rooms. */
export function camerasAt<T extends Identified>(config: LocationsConfig, cameras: readonly T[], place: Place): T[] {
  const places = new Map(config.cameras.map((camera) => [camera.id, camera]));
  return byPlace(config, cameras).filter(({ id }) => {
    const { locationId, roomId } = places.get(id) ?? nowhere;
    return locationId === place.locationId && roomId === place.roomId;
  });
}

/** Returns the cameras that a filter matches, sorted by place. */
export function filterByPlace<T extends Identified>(
  config: LocationsConfig,
  cameras: readonly T[],
  { locationId, room }: PlaceFilter,
): T[] {
  const places = new Map(config.cameras.map((camera) => [camera.id, camera]));
  return byPlace(config, cameras).filter(({ id }) => {
    const place = places.get(id) ?? nowhere;
    if (locationId !== null && place.locationId !== locationId) return false;
    return room === 'all' || place.roomId === (room === 'without' ? null : room.id);
  });
}
