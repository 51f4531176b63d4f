import { inOrder, roomsOf } from '@watchpost/sdk-core';
import type { LocationsConfig, Place } from '@watchpost/sdk-core';
import { text } from './locations-texts.ts';

export interface PlaceChoice {
  readonly value: string;
  readonly label: string;
  readonly place: Place;
}

/** Returns a key for a place; ids contain neither spaces nor slashes. */
export function keyOfPlace({ locationId, roomId }: Place): string {
  return `${locationId ?? ''}/${roomId ?? ''}`;
}

/** Lists every place in order: each location, its rooms below it, and nowhere. */
export function placesOf(config: LocationsConfig): readonly PlaceChoice[] {
  const places = inOrder(config.locations).flatMap((location) => [
    { label: location.title, place: { locationId: location.id, roomId: null } },
    ...roomsOf(config, location.id).map((room) => ({
      label: `${location.title} — ${room.title}`,
      place: { locationId: location.id, roomId: room.id },
    })),
  ]);
  return [...places, { label: text('withoutLocation'), place: { locationId: null, roomId: null } }].map((one) => ({
    ...one,
    value: keyOfPlace(one.place),
  }));
}
