import type { Clock } from '@watchpost/contract/timing/clock';
import type { OnvifAccess } from '@watchpost/onvif';
import { newId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { AccountNetworks } from '../../kernel/network/account-networks.ts';
import type { Motion } from '../detection/motion-watch.ts';
import type { Ingest } from '../ingest/index.ts';
import type { Detection } from '../objects/tracking/object-rules.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createOnvifEventWatch, type OnvifEventWatch } from './onvif-event-watch.ts';

interface OnvifEventsModuleDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: StreamRegistry;
  readonly ingest: Pick<Ingest, 'status' | 'onStatus'>;
  readonly networkOf: AccountNetworks;
  readonly onDetection: (detection: Detection) => void;
  /** Whether this server detects motion. */
  readonly detectsMotion: () => boolean;
  readonly onMotion: (motion: Motion) => void;
  /** For tests. */
  readonly watch?: OnvifEventWatch;
}

/**
 * Follows what the ONVIF cameras of this server detect by themselves. Those behind a camera-agent are not reached from here.
 */
export function createOnvifEventsModule({ ingest, ...deps }: OnvifEventsModuleDeps): ServerModule {
  const { watch = createOnvifEventWatch({ ...deps, random: Math.random, newId: () => newId('evt') }) } = deps;
  const cameras = new Map<string, { readonly ownerId: string; readonly access: OnvifAccess; isFollowed: boolean }>();

  // Only while its video arrives: the password is right then, and is not sent once more to a camera that counts refusals.
  const follow = (cameraId: string): void => {
    const camera = cameras.get(cameraId);
    const isOnline = ingest.status(cameraId).state === 'online';
    if (!camera || camera.isFollowed === isOnline) return;
    camera.isFollowed = isOnline;
    if (isOnline) watch.watch(cameraId, camera.ownerId, camera.access);
    else watch.forget(cameraId);
  };
  const stopStatus = ingest.onStatus(follow);

  return {
    name: 'events of ONVIF cameras',
    // Ends current detections as events first.
    stop: async () => {
      stopStatus();
      await watch.close();
    },
    cameraHooks: {
      start: ({ id, ownerId, source }) => {
        if (source.kind !== 'rtsp' || !source.device) return;
        const { address, channel } = source.device;
        const access = { address, channel, username: source.username, password: source.password };
        cameras.set(id, { ownerId, access, isFollowed: false });
        follow(id);
      },
      stop: (cameraId) => {
        cameras.delete(cameraId);
        watch.forget(cameraId);
      },
    },
  };
}
