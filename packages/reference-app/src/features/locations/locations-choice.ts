import { byPlace, filterByPlace } from '@watchpost/sdk-core';
import type { Camera, LocationsConfig, PlaceFilter } from '@watchpost/sdk-core';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { hadRooms, keepHadRooms } from '../../shared/browser/preferences.ts';
import { useLocations } from './locations-queries.ts';

/** The chosen place. The address holds it, so that it can be bookmarked and shared. */
export interface PlaceChoice {
  readonly filter: PlaceFilter;
  readonly choose: (filter: PlaceFilter) => void;
}

/** Parses the place in an address; unknown places are ignored. */
export function readFilter(parameters: URLSearchParams, config: LocationsConfig | undefined): PlaceFilter {
  const [location, room] = [parameters.get('location'), parameters.get('room')];
  const isKnown = (list: readonly { readonly id: string }[] | undefined, id: string): boolean =>
    list?.some((item) => item.id === id) ?? true;
  const locationId = location !== null && isKnown(config?.locations, location) ? location : null;
  if (parameters.get('without') === 'room') return { locationId, room: 'without' };
  const rooms = config?.rooms.filter((one) => locationId === null || one.locationId === locationId);
  return { locationId, room: room !== null && isKnown(rooms, room) ? { id: room } : 'all' };
}

/** Returns the query with another place in it. */
export function writeFilter(parameters: URLSearchParams, { locationId, room }: PlaceFilter): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of ['location', 'room', 'without']) next.delete(name);
  if (locationId !== null) next.set('location', locationId);
  if (room === 'without') next.set('without', 'room');
  else if (room !== 'all') next.set('room', room.id);
  return next;
}

export function usePlaceChoice(): PlaceChoice {
  const [parameters, setParameters] = useSearchParams();
  const { data } = useLocations();
  const filter = useMemo(() => readFilter(parameters, data), [parameters, data]);
  return { filter, choose: (next) => setParameters((before) => writeFilter(before, next), { replace: true, preventScrollReset: true }) };
}

export interface PlacedCameras {
  /** The cameras of the chosen place, in the order of their places; undefined until they are known. */
  readonly shown: readonly Camera[] | undefined;
  /** Whether there are rooms to choose from. */
  readonly hasRooms: boolean;
}

/** Returns all cameras in the order of their places, or in the server's order if the locations fail to load; undefined until both are known. */
export function useOrderedCameras(cameras: readonly Camera[] | undefined): readonly Camera[] | undefined {
  const { data, failureCount } = useLocations();
  return useMemo(() => (cameras && data ? byPlace(data, cameras) : failureCount > 0 ? cameras : undefined), [cameras, data, failureCount]);
}

/** Returns the cameras of the chosen place in the user's order; all of them if the locations fail to load. */
export function usePlacedCameras(cameras: readonly Camera[] | undefined): PlacedCameras {
  const { data, failureCount } = useLocations();
  const { filter } = usePlaceChoice();
  const rooms = data && data.rooms.length > 0;
  useEffect(() => {
    if (rooms !== undefined) keepHadRooms(rooms);
  }, [rooms]);
  const shown = useMemo(
    () => (cameras && data ? filterByPlace(data, cameras, filter) : failureCount > 0 ? cameras : undefined),
    [cameras, data, filter, failureCount],
  );
  return { shown, hasRooms: rooms ?? hadRooms() };
}
