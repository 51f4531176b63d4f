import { filterByPlace, inOrder } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../shared/ui/choice.tsx';
import { usePlaceChoice } from './locations-choice.ts';
import { useLocations, usePlaceableCameras } from './locations-queries.ts';
import { text } from './locations-texts.ts';

/** Location selection for a filter bar; renders nothing without locations. */
export function LocationSelect(): ReactNode {
  useTranslation();
  const { data: config } = useLocations();
  const { filter, choose } = usePlaceChoice();
  if (!config || config.locations.length === 0) return null;
  return (
    <Select
      label={text('location')}
      value={filter.locationId ?? ''}
      onValue={(id) => choose({ locationId: id === '' ? null : id, room: 'all' })}
      options={[
        { value: '', label: text('allLocations') },
        ...inOrder(config.locations).map(({ id, title }) => ({ value: id, label: title })),
      ]}
    />
  );
}

export interface CamerasOfLocation {
  /** Null: all locations. */
  readonly locationId: string | null;
  /** Null: cameras of all locations; undefined: not known yet. */
  readonly cameras: readonly Camera[] | null | undefined;
  readonly showAll: () => void;
}

/** Returns the cameras of the location that the address names. */
export function useCamerasOfLocation(): CamerasOfLocation {
  const { data: config } = useLocations();
  const { filter, choose } = usePlaceChoice();
  const { data: all } = usePlaceableCameras();
  const { locationId } = filter;
  const cameras = useMemo(
    () => (locationId === null ? null : config && all && filterByPlace(config, all, { locationId, room: 'all' })),
    [config, all, locationId],
  );
  return { locationId, cameras, showAll: () => choose({ locationId: null, room: 'all' }) };
}

export interface CameraPlaces {
  /** Returns the room of a camera. A camera without one, or whose room isn't known yet, is by itself: its own id. */
  readonly roomOf: (cameraId: string) => string;
  /** Returns the location of a camera; null without one, or while it isn't known. */
  readonly locationOf: (cameraId: string) => string | null;
  /** Returns the names of a camera's room and location. */
  readonly namesOf: (cameraId: string) => readonly string[];
}

export function useCameraPlaces(): CameraPlaces {
  const { data: config } = useLocations();
  return useMemo(() => {
    const places = new Map(config?.cameras.map((place) => [place.id, place]));
    const titles = new Map([...(config?.rooms ?? []), ...(config?.locations ?? [])].map(({ id, title }) => [id, title]));
    return {
      roomOf: (cameraId) => places.get(cameraId)?.roomId ?? cameraId,
      locationOf: (cameraId) => places.get(cameraId)?.locationId ?? null,
      namesOf: (cameraId) => {
        const { roomId = null, locationId = null } = places.get(cameraId) ?? {};
        return [roomId, locationId].flatMap((id) => (id === null ? [] : (titles.get(id) ?? [])));
      },
    };
  }, [config]);
}
