import type { DiscoverCamerasAnswer } from '@watchpost/contract/schemas/add-camera';
import type { OnvifDiscovery } from '@watchpost/onvif';
import type { Clock } from '../../kernel/clock.ts';
import { parseRtspUrl } from '../../media/ingest/index.ts';
import type { CamerasService, StoredSource } from '../cameras/index.ts';
import { createProbeLimit } from './add-camera-limits.ts';

export interface CameraSearch {
  /** The cameras in the server's networks. @throws {AppError} too-many-requests */
  find(customerId: string): Promise<DiscoverCamerasAnswer>;
  /** Whether a search of this customer has found a camera at exactly this address, within the last half hour. */
  hasFound(customerId: string, address: string): boolean;
}

export interface CameraSearchDeps {
  readonly clock: Clock;
  /** Null where the operator keeps the server out of private networks. */
  readonly discovery: OnvifDiscovery | null;
  readonly cameras: Pick<CamerasService, 'ownedBy'>;
}

/** So long one may look at what was found, ms. */
const keepTime = 30 * 60_000;

interface Found {
  readonly addresses: ReadonlySet<string>;
  /** Monotonic ms. */
  readonly at: number;
}

export function createCameraSearch({ clock, discovery, cameras }: CameraSearchDeps): CameraSearch {
  const limit = createProbeLimit(clock);
  const lastFound = new Map<string, Found>();
  const isKept = ({ at }: Found): boolean => clock.monotonic() - at < keepTime;
  return {
    hasFound: (customerId, address) => {
      const last = lastFound.get(customerId);
      return last !== undefined && isKept(last) && last.addresses.has(address);
    },
    find: async (customerId) => {
      if (!discovery) return { isAvailable: false, cameras: [] };
      const found = await limit(customerId, () => discovery.find());
      for (const [id, known] of lastFound) if (!isKept(known)) lastFound.delete(id);
      lastFound.set(customerId, { addresses: new Set(found.map(({ address }) => address)), at: clock.monotonic() });
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
