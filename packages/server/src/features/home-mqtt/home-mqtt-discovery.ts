import { type HomeCameraTopic, homeAssistantId, homeCameraTopic } from '@watchpost/contract/protocols/home-mqtt';
import type { HomeAssistantComponent, HomeAssistantDiscovery } from '@watchpost/contract/schemas/home-mqtt';
import type { HomeCamera } from './home-mqtt-repository.ts';

export interface AnnouncedCamera {
  readonly camera: HomeCamera;
  readonly prefix: string;
  /** Whether the publisher is online: the server, or the node that takes the camera in. */
  readonly statusTopic: string;
  /** Whether it detects people. */
  readonly hasPersons: boolean;
  /** Whether it reports a battery. */
  readonly hasBattery: boolean;
}

/** Describes a camera to Home Assistant: one device with its entities, named in Home Assistant's language wherever it has a name. */
export function discoveryOf({ camera, prefix, statusTopic, hasPersons, hasBattery }: AnnouncedCamera): HomeAssistantDiscovery {
  const { id, title, model } = camera;
  const topicOf = (name: HomeCameraTopic): string => homeCameraTopic(prefix, id, name);
  const unique = (name: string): string => `${homeAssistantId(id)}_${name}`;
  const available = (topic: string) => ({ topic, payload_available: 'online', payload_not_available: 'offline' }) as const;
  // These say something about a camera that is offline, too.
  const whileServerRuns = { availability: [available(statusTopic)] };
  const detection = { platform: 'binary_sensor', payload_on: 'ON', payload_off: 'OFF' } as const;
  const components: Record<string, HomeAssistantComponent> = {
    // The main entity of the device, which has the device's name.
    camera: {
      platform: 'camera',
      unique_id: unique('camera'),
      name: null,
      topic: topicOf('snapshot'),
      json_attributes_topic: topicOf('info'),
    },
    motion: { ...detection, unique_id: unique('motion'), device_class: 'motion', state_topic: topicOf('motion') },
    ...(hasPersons && {
      person: { ...detection, unique_id: unique('person'), device_class: 'occupancy', state_topic: topicOf('person') },
    }),
    ...(hasBattery && {
      battery: {
        platform: 'sensor',
        unique_id: unique('battery'),
        device_class: 'battery',
        state_class: 'measurement',
        entity_category: 'diagnostic',
        state_topic: topicOf('battery'),
        unit_of_measurement: '%',
        ...whileServerRuns,
      },
    }),
    connectivity: {
      platform: 'binary_sensor',
      unique_id: unique('connectivity'),
      device_class: 'connectivity',
      entity_category: 'diagnostic',
      state_topic: topicOf('availability'),
      payload_on: 'online',
      payload_off: 'offline',
      ...whileServerRuns,
    },
  };
  return {
    device: { identifiers: [homeAssistantId(id)], name: title, manufacturer: 'Watchpost', ...(model !== null && { model }) },
    origin: { name: 'Watchpost' },
    availability: [available(statusTopic), available(topicOf('availability'))],
    availability_mode: 'all',
    qos: 1,
    components,
  };
}
