import type { DiscoverCamerasAnswer } from '@watchpost/contract/schemas/add-camera';
import type { OnvifDiscovery } from '@watchpost/onvif';
import type { Clock } from '../../kernel/clock.ts';
import { parseRtspUrl } from '../../media/ingest/index.ts';
import type { CamerasService, StoredSource } from '../cameras/index.ts';
import { createProbeLimit } from './add-camera-limits.ts';

export interface CameraSearch {
  /** The cameras in the server's networks. @throws {AppError} too-many-requests */
  find(customerId: string): Promise<DiscoverCamerasAnswer>;
}

export interface CameraSearchDeps {
  readonly clock: Clock;
  /** Null where the operator keeps the server out of private networks. */
  readonly discovery: OnvifDiscovery | null;
  readonly cameras: Pick<CamerasService, 'ownedBy'>;
}

export function createCameraSearch({ clock, discovery, cameras }: CameraSearchDeps): CameraSearch {
  const limit = createProbeLimit(clock);
  return {
    find: async (customerId) => {
      if (!discovery) return { isAvailable: false, cameras: [] };
      const found = await limit(customerId, () => discovery.find());
      // Their own cameras only: whose the others are is nobody's to find out.
      const known = new Set((await cameras.ownedBy(customerId)).flatMap(({ source }) => placeOf(source)));
      return {
        isAvailable: true,
        cameras: found.map((camera) => {
          const { host, hostname } = new URL(camera.address);
          return { ...camera, isAdded: known.has(host) || known.has(hostname) };
        }),
      };
    },
  };
}

/** Where a camera is: of an ONVIF device with its port, for several may be behind one address. */
function placeOf(source: StoredSource): string[] {
  if (source.kind !== 'rtsp') return [];
  return [source.device ? new URL(source.device.address).host : parseRtspUrl(source).host];
}
