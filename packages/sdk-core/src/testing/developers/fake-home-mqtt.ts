import { getHomeMqtt, updateHomeMqtt } from '@watchpost/contract/endpoints/home-mqtt';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { HomeMqtt } from '@watchpost/contract/schemas/home-mqtt';

/** The in-memory server's publishing for home automation. */
export interface FakeHomeMqttState {
  /** What all topics begin with; null for a server without a broker. */
  homeMqttPrefix: string | null;
  /** Ids of the cameras that are published. */
  readonly homeMqttCameras: Set<string>;
}

export function createFakeHomeMqtt(): FakeHomeMqttState {
  return { homeMqttPrefix: 'watchpost', homeMqttCameras: new Set() };
}

/** Answers a call about home automation; null for any other call. */
export function answerHomeMqtt(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  { homeMqttPrefix, homeMqttCameras }: FakeHomeMqttState,
): Response | ErrorCode | null {
  if (!is(getHomeMqtt) && !is(updateHomeMqtt)) return null;
  const cameraId = path.split('/').at(-2) ?? '';
  if (is(updateHomeMqtt)) {
    if (body['isEnabled'] === true && homeMqttPrefix === null) return 'unavailable';
    if (body['isEnabled'] === true) homeMqttCameras.add(cameraId);
    else homeMqttCameras.delete(cameraId);
  }
  const answer: HomeMqtt = {
    topic: homeMqttPrefix === null ? null : `${homeMqttPrefix}/${cameraId}`,
    isEnabled: homeMqttCameras.has(cameraId),
  };
  return Response.json(answer);
}
