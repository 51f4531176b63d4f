import type { OnvifAccess } from '@watchpost/onvif';
import type { CameraPlaces } from '../features/camera-settings/index.ts';
import type { OnvifControl } from '../media/onvif/onvif-control.ts';

export interface CameraPlacesDeps {
  /** How each started ONVIF camera is reached. */
  readonly access: Map<string, OnvifAccess>;
  readonly control: Pick<OnvifControl, 'forget'>;
  /** Keeps that a camera is at this host, and begins with it anew. */
  readonly move: (cameraId: string, host: string) => Promise<void>;
}

/** Where the ONVIF cameras of this server are. */
export function createCameraPlaces({ access, control, move }: CameraPlacesDeps): CameraPlaces {
  return {
    hostOf: (cameraId) => {
      const known = access.get(cameraId);
      return known ? new URL(known.address).hostname : null;
    },
    tryHost: (cameraId, host) => {
      const known = access.get(cameraId);
      if (!known) return;
      const address = new URL(known.address);
      address.hostname = host;
      access.set(cameraId, { ...known, address: address.href });
      // What is known of it was told by another address.
      control.forget(cameraId);
    },
    keepHost: move,
  };
}
