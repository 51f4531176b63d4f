import type { DiscoverCamerasAnswer } from '@watchpost/contract/schemas/add-camera';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { OnvifDiscovery } from '@watchpost/onvif';
import { AppError } from '../../kernel/app-error.ts';
import { parseRtspUrl } from '../../media/ingest/index.ts';
import type { StoredSource } from '../../kernel/module/stored-camera.ts';
import type { CamerasService } from '../cameras/index.ts';
import { createProbeLimit } from './add-camera-limits.ts';

export interface CameraSearch {
  /** Finds cameras in the server's networks, for an operator. @throws {AppError} operator-only, too-many-requests */
  find(customerId: string): Promise<DiscoverCamerasAnswer>;
  /** Whether this customer's search found a camera at exactly this address within the last half hour. */
  hasFound(customerId: string, address: string): boolean;
}

export interface CameraSearchDeps {
  readonly clock: Clock;
  /** Null where the operator denies the server access to private networks. */
  readonly discovery: OnvifDiscovery | null;
  readonly cameras: Pick<CamerasService, 'ownedBy'>;
  readonly isOperator: (customerId: string) => Promise<boolean>;
}

/** How long search results stay valid, ms. */
const cacheTtlMs = 30 * 60_000;

interface Found {
  readonly addresses: ReadonlySet<string>;
  /** Monotonic ms. */
  readonly at: number;
}

export function createCameraSearch({ clock, discovery, cameras, isOperator }: CameraSearchDeps): CameraSearch {
  const limit = createProbeLimit(clock);
  const lastFound = new Map<string, Found>();
  const isKept = ({ at }: Found): boolean => clock.monotonic() - at < cacheTtlMs;
  return {
    hasFound: (customerId, address) => {
      const last = lastFound.get(customerId);
      return last !== undefined && isKept(last) && last.addresses.has(address);
    },
    find: async (customerId) => {
      if (!(await isOperator(customerId))) throw new AppError('operator-only');
      if (!discovery) return { isAvailable: false, cameras: [] };
      const found = await limit(customerId, () => discovery.find());
      for (const [id, known] of lastFound) if (!isKept(known)) lastFound.delete(id);
      lastFound.set(customerId, { addresses: new Set(found.map(({ address }) => address)), at: clock.monotonic() });
      // Marks the caller's own cameras only: other owners must not be revealed.
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

/** Identifies a camera's place: for an ONVIF device with its port, because one address may serve several. */
function placeOf(source: StoredSource): string[] {
  if (source.kind !== 'rtsp') return [];
  return [source.device ? new URL(source.device.address).host : parseRtspUrl(source).host];
}
