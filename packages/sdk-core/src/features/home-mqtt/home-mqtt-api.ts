import { getHomeMqtt, updateHomeMqtt } from '@watchpost/contract/endpoints/home-mqtt';
import type { HomeMqtt, UpdateHomeMqttBody } from '@watchpost/contract/schemas/home-mqtt';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Publishes cameras on the MQTT broker of the server's operator, for home automation. For the owner of a camera. */
export interface HomeMqttApi {
  /**
   * Returns whether a camera is published. `topic` is null when the server has no such broker.
   * @throws {WatchpostError} `not-found`, `forbidden` for anyone but the owner
   * @example const { topic, isEnabled } = await client.homeMqtt.get(camera.id); // topic: watchpost/cam_x
   */
  get(cameraId: string, options?: CallOptions): Promise<HomeMqtt>;
  /**
   * Publishes a camera with its events and snapshots, or removes it from the broker.
   * @throws {WatchpostError} as `get`; `unavailable` when the server has no such broker
   * @example await client.homeMqtt.update(camera.id, { isEnabled: true });
   */
  update(cameraId: string, change: UpdateHomeMqttBody, options?: CallOptions): Promise<HomeMqtt>;
}

export function createHomeMqttApi(http: HttpClient): HomeMqttApi {
  return {
    get: (id, options) => http.request(getHomeMqtt, { ...options, parameters: { id } }),
    update: (id, body, options) => http.request(updateHomeMqtt, { ...options, parameters: { id }, body }),
  };
}
