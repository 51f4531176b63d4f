import type { CameraEventMessage, CameraStateMessage } from '@watchpost/contract/protocols/mqtt';
import type { CameraStateChange } from './events-live-state.ts';

export type Update =
  | { readonly kind: 'state'; readonly change: CameraStateChange }
  | { readonly kind: 'event'; readonly change: CameraEventMessage }
  | { readonly kind: 'cameras' };

/** Parses a message; null if it doesn't match the contract. */
export function readUpdate(topic: string, payload: string): Update | null {
  const [group, id = '', name] = topic.split('/');
  if (group === 'customers' && name === 'cameras') return { kind: 'cameras' };
  const message = parse(payload);
  if (group !== 'cameras' || !message) return null;
  if (name === 'state' && isState(message)) return { kind: 'state', change: { ...message, cameraId: id } };
  if (name === 'events' && isEvent(message) && message.event.cameraId === id) return { kind: 'event', change: message };
  return null;
}

function parse(payload: string): object | null {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function isState(message: object): message is CameraStateMessage {
  return (
    'state' in message &&
    typeof message.state === 'string' &&
    ['connecting', 'online', 'offline'].includes(message.state) &&
    'since' in message &&
    typeof message.since === 'number'
  );
}

function isEvent(message: object): message is CameraEventMessage {
  if (!('kind' in message) || !('event' in message)) return false;
  const { kind, event } = message;
  if (typeof kind !== 'string' || !['began', 'picture', 'ended'].includes(kind)) return false;
  return (
    typeof event === 'object' &&
    event !== null &&
    'id' in event &&
    typeof event.id === 'string' &&
    'cameraId' in event &&
    'type' in event &&
    typeof event.type === 'string' &&
    'startAt' in event &&
    typeof event.startAt === 'number'
  );
}
