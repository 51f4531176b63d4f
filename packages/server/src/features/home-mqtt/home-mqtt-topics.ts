import {
  type HomeCameraTopic,
  homeAssistantDiscoveryTopic,
  homeCameraTopic,
  homeCameraTopics,
  homeMqttLimits,
} from '@watchpost/contract/protocols/home-mqtt';
import type { HomeCameraInfo, HomeEvent } from '@watchpost/contract/schemas/home-mqtt';
import type { HomeBroker } from '../../adapters/home-broker/port.ts';
import type { HomeMqttSettings } from '../../kernel/settings/home-mqtt-settings.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { StoredEvent } from '../events/index.ts';
import { discoveryOf, type AnnouncedCamera } from './home-mqtt-discovery.ts';
import type { HomeCamera } from './home-mqtt-repository.ts';

/** Publishes on the topics of a camera, as messages of the contract. */
export interface HomeTopics {
  availability(cameraId: string, isOnline: boolean): void;
  info(camera: HomeCamera): void;
  /** @param level 0 to 1 */
  battery(cameraId: string, level: number): void;
  detection(cameraId: string, kind: 'motion' | 'person', isOn: boolean): void;
  event(title: string, event: StoredEvent): void;
  /**
   * @param load returns a JPEG; null for none
   * @param isCurrent whether the camera is still published
   */
  snapshot(cameraId: string, load: () => Promise<Uint8Array | null>, isCurrent: () => boolean): void;
  /** Announces the camera to Home Assistant, unless that is switched off. */
  announce(camera: Omit<AnnouncedCamera, 'prefix' | 'statusTopic'>): void;
  /** Removes everything that the broker retains of a camera. */
  clear(cameraId: string): void;
}

/** All topics that the broker retains. The availability, by which a forgotten camera is found, comes first and is removed last. */
const retainedTopics = (Object.keys(homeCameraTopics) as HomeCameraTopic[]).filter((name) => homeCameraTopics[name].isRetained);

export function createHomeTopics(
  broker: Pick<HomeBroker, 'publish'>,
  { prefix, discoveryPrefix, statusTopic }: Pick<HomeMqttSettings, 'prefix' | 'discoveryPrefix'> & Pick<AnnouncedCamera, 'statusTopic'>,
): HomeTopics {
  const publish = (cameraId: string, name: HomeCameraTopic, payload: string): void =>
    broker.publish({ topic: homeCameraTopic(prefix, cameraId, name), payload, isRetained: homeCameraTopics[name].isRetained });
  const publishRetained = (topic: string, payload: string): void => broker.publish({ topic, payload, isRetained: true });
  return {
    availability: (cameraId, isOnline) => publish(cameraId, 'availability', isOnline ? 'online' : 'offline'),
    info: ({ id, title, model, timeZone }) =>
      publish(id, 'info', JSON.stringify({ id, title, model, timeZone } satisfies Complete<HomeCameraInfo>)),
    battery: (cameraId, level) => publish(cameraId, 'battery', String(percentOf(level))),
    detection: (cameraId, kind, isOn) => publish(cameraId, kind, isOn ? 'ON' : 'OFF'),
    event: (title, { id, type, cameraId, startAt, endAt }) =>
      publish(
        cameraId,
        'event',
        JSON.stringify({ id, type, cameraId, title, startedAt: startAt, endedAt: endAt } satisfies Complete<HomeEvent>),
      ),
    snapshot: (cameraId, load, isCurrent) =>
      broker.publish({
        topic: homeCameraTopic(prefix, cameraId, 'snapshot'),
        payload: async () => {
          const jpeg = await load();
          return jpeg && jpeg.byteLength <= homeMqttLimits.maxSnapshotBytes ? jpeg : null;
        },
        isRetained: true,
        isCurrent,
      }),
    announce: (announced) => {
      if (discoveryPrefix === null) return;
      const payload = JSON.stringify(discoveryOf({ ...announced, prefix, statusTopic }));
      publishRetained(homeAssistantDiscoveryTopic(discoveryPrefix, announced.camera.id), payload);
    },
    clear: (cameraId) => {
      // Home Assistant forgets the device before its topics become empty.
      if (discoveryPrefix !== null) publishRetained(homeAssistantDiscoveryTopic(discoveryPrefix, cameraId), '');
      for (const name of retainedTopics.toReversed()) publishRetained(homeCameraTopic(prefix, cameraId, name), '');
    },
  };
}

/** Returns a charge in whole percent. @param level 0 to 1 */
export function percentOf(level: number): number {
  return Math.round(Math.min(1, Math.max(0, level)) * 100);
}
