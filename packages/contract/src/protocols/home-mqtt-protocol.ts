/**
 * What the server publishes on the MQTT broker of a home or a building (`HOME_MQTT_URL`), for other software: the contract that
 * `docs/guide/mqtt.md` documents. The payloads are in `@watchpost/contract/schemas/home-mqtt`. Later versions add topics, and fields to JSON;
 * they neither rename nor remove them.
 */

/** How a topic is published. Every message has quality of service 1. */
export interface HomeTopic {
  /** Whether the broker stores the last message for later subscribers. */
  readonly isRetained: boolean;
  readonly format: 'text' | 'json' | 'jpeg';
}

/** The topics of a camera, `{prefix}/{cameraId}/{name}`, in the order in which they are published. */
export const homeCameraTopics = {
  availability: { isRetained: true, format: 'text' },
  info: { isRetained: true, format: 'json' },
  battery: { isRetained: true, format: 'text' },
  snapshot: { isRetained: true, format: 'jpeg' },
  motion: { isRetained: false, format: 'text' },
  person: { isRetained: false, format: 'text' },
  event: { isRetained: false, format: 'json' },
} as const satisfies Record<string, HomeTopic>;
export type HomeCameraTopic = keyof typeof homeCameraTopics;

/** Returns the topic of a camera. @example homeCameraTopic('watchpost', camera.id, 'motion') // watchpost/cam_x/motion */
export function homeCameraTopic(prefix: string, cameraId: string, name: HomeCameraTopic): string {
  return `${prefix}/${cameraId}/${name}`;
}

/** Returns the topic of the server itself, `online` or `offline`, retained: its last will is `offline`. */
export function homeStatusTopic(prefix: string): string {
  return `${prefix}/status`;
}

/**
 * Returns the topic of a node, `online` or `offline`, retained: its last will is `offline`. Only nodes of a cluster have one; each publishes the
 * cameras that it takes in.
 */
export function homeNodeTopic(prefix: string, nodeId: string): string {
  return `${prefix}/nodes/${nodeId}/status`;
}

/** Limits of what is published. */
export const homeMqttLimits = {
  /** A detection whose end is not reported is OFF after this time, ms; motion is reported in parts of at most 5 minutes. */
  detectionTimeoutMs: 6 * 60_000,
  /** Names, batteries and snapshots are compared this often, ms. */
  refreshIntervalMs: 60_000,
  /** The shortest time between two snapshots of a camera, ms: one of an event may come between two others. */
  minSnapshotIntervalMs: 5000,
  /** Larger snapshots are not published. */
  maxSnapshotBytes: 524_288,
} as const;

/** Returns where a camera is announced. @param prefix `homeassistant`, unless its owner changed it there */
export function homeAssistantDiscoveryTopic(prefix: string, cameraId: string): string {
  return `${prefix}/device/${homeAssistantId(cameraId)}/config`;
}

/** Returns where Home Assistant publishes `online` once it has started (its birth message), and then needs everything again. */
export function homeAssistantStatusTopic(prefix: string): string {
  return `${prefix}/status`;
}

/** Returns the identifier of a camera's device; those of its entities begin with it. */
export function homeAssistantId(cameraId: string): string {
  return `watchpost_${cameraId}`;
}
