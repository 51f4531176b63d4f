import { moveCamera } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Select } from '../../shared/ui/choice.tsx';
import { keyOfPlace, placesOf } from './locations-places.ts';
import { useLocations } from './locations-queries.ts';
import { useSaveLocations } from './locations-save.ts';
import { text } from './locations-texts.ts';

export interface NewCameraPlace {
  /** The selection of location and room; null without locations. */
  readonly field: ReactNode;
  /** Assigns the camera to the place. A failure shows a toast: the camera is added anyway. */
  readonly assign: (cameraId: string) => Promise<void>;
}

/** Returns the place selection for a camera that is being added. */
export function useNewCameraPlace(): NewCameraPlace {
  const { data: config } = useLocations();
  const { save } = useSaveLocations();
  const [chosen, setChosen] = useState(() => keyOfPlace({ locationId: null, roomId: null }));
  const places = config ? placesOf(config) : [];
  const hasPlaces = places.length > 1;
  return {
    field: hasPlaces ? <Select label={text('newCameraPlace')} value={chosen} onValue={setChosen} options={places} /> : null,
    assign: async (cameraId) => {
      const place = places.find(({ value }) => value === chosen)?.place;
      if (place && place.locationId !== null) await save(moveCamera(cameraId, place));
    },
  };
}
