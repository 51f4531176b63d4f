import {
  cameraEventsTopic,
  cameraStateTopic,
  customerCamerasTopic,
  type CameraEventMessage,
  type CameraStateMessage,
  type CustomerCamerasMessage,
} from '@watchpost/contract/protocols/mqtt';
import type { Broker, BrokerMessage } from '../../adapters/broker/port.ts';
import type { CameraStatus } from '../../media/media-types.ts';
import { pictureUrlOf } from './events-reader.ts';
import type { StoredEvent } from './events-repository.ts';

export type EventChange = CameraEventMessage['kind'];

/** Publishes events to the broker, as messages of the contract. */
export interface Announcer {
  state(cameraId: string, status: CameraStatus): void;
  event(kind: EventChange, event: StoredEvent): void;
  camerasChanged(customerId: string): void;
  /** Clears the state of a removed camera. */
  forget(cameraId: string): void;
}

/** Whether messages of a topic are retained; see `createOutsideBroker`. */
export function isRetainedTopic(topic: string): boolean {
  return /^cameras\/[^/]+\/state$/.test(topic);
}

/** Reads the change of an event that another server has announced; null for any other message. */
export function readEventMessage({ topic, payload }: Pick<BrokerMessage, 'topic' | 'payload'>): CameraEventMessage | null {
  if (!/^cameras\/[^/]+\/events$/.test(topic)) return null;
  try {
    const message: CameraEventMessage = JSON.parse(payload);
    return cameraEventsTopic(message.event.cameraId) === topic ? message : null;
  } catch {
    return null;
  }
}

export function createAnnouncer(broker: Pick<Broker, 'publish'>): Announcer {
  const publish = (topic: string, message: CameraStateMessage | CameraEventMessage | CustomerCamerasMessage): void =>
    broker.publish({ topic, payload: JSON.stringify(message), isRetained: isRetainedTopic(topic) });
  return {
    state: (cameraId, { state, since, reason }) => publish(cameraStateTopic(cameraId), { state, since, reason }),
    event: (kind, event) => {
      const { id, cameraId, type, startAt, endAt, area, score, label, shape } = event;
      const where = { area, score, label, ...(shape && { shape: [...shape] }) };
      const pictureUrl = pictureUrlOf(event);
      publish(cameraEventsTopic(cameraId), { kind, event: { id, cameraId, type, startAt, endAt, ...where, pictureUrl } });
    },
    camerasChanged: (customerId) => publish(customerCamerasTopic(customerId), { kind: 'changed' }),
    forget: (cameraId) => broker.publish({ topic: cameraStateTopic(cameraId), payload: '', isRetained: true }),
  };
}
