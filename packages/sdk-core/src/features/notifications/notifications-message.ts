import type { PushType } from '@watchpost/contract/schemas/notifications';

/** The content of a push message, whichever service delivered it. */
export interface PushNotice {
  /** One of the six event types of a camera; null for a message with its own text. */
  readonly type: PushType | null;
  readonly title: string | null;
  readonly body: string | null;
  readonly image: string | null;
  readonly icon: string | null;
  readonly cameraId: string | null;
  readonly cameraTitle: string | null;
  /** Time of the event, Unix milliseconds. */
  readonly at: number | null;
  /** Target of a message without a camera. Untrusted: check it before following it. */
  readonly link: string | null;
  /** Messages of the same stretch are one notice, which is updated; null for a message of its own. */
  readonly stretchId: string | null;
  /** Events of the stretch so far. */
  readonly count: number;
  /** An update of what the user knows: no sound. */
  readonly isSilent: boolean;
}

// Spelled out, because the contract's list is in its schemas, which no browser loads. The type check keeps the two in sync.
const types: Readonly<Record<PushType, true>> = {
  CAMERAPHONE_MOTION: true,
  CAMERAPHONE_FACE: true,
  CAMERAPHONE_PERSON: true,
  CAMERAPHONE_FIRE: true,
  CAMERAPHONE_BABY_CRY: true,
  CAMERAPHONE_GLASS_BROKEN: true,
};

/**
 * Reads the payload of a push event: a message as our server sends it, or as Firebase wraps it. Null for a message that must not be shown:
 * it has neither one of the six types nor a title (specification 1, section 9).
 * @param payload the event's data, parsed as JSON
 * @example self.addEventListener('push', (event) => show(readPushNotice(event.data?.json())));
 */
export function readPushNotice(payload: unknown): PushNotice | null {
  const message = object(payload);
  const notification = object(message['notification']);
  const data = object(message['data']);
  const type = knownType(text(data, 'Type'));
  const title = text(notification, 'title');
  if (type === null && title === null) return null;
  return {
    type,
    title,
    body: text(notification, 'body'),
    image: text(notification, 'image') ?? text(data, 'ImageUrl'),
    icon: text(notification, 'icon'),
    cameraId: text(data, 'CameraId'),
    cameraTitle: text(data, 'CameraTitle'),
    at: timestamp(text(data, 'Timestamp')),
    // Firebase puts a sender's link into click_action.
    link: text(object(message['fcmOptions']), 'link') ?? text(notification, 'click_action'),
    stretchId: text(data, 'StretchId'),
    count: countOf(text(data, 'Count')),
    isSilent: text(data, 'IsSilent') === '1',
  };
}

function knownType(name: string | null): PushType | null {
  return name !== null && isType(name) ? name : null;
}

function isType(name: string): name is PushType {
  return Object.hasOwn(types, name);
}

/** Returns Unix milliseconds within the range of a date; null for anything else. */
function timestamp(value: string | null): number | null {
  const at = value !== null && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return at > 0 && at <= 8.64e15 ? at : null;
}

function countOf(value: string | null): number {
  return value !== null && /^\d{1,6}$/.test(value) ? Math.max(1, Number(value)) : 1;
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns a text that is not empty. Numbers count: other senders may not convert them to strings. */
function text(value: Readonly<Record<string, unknown>>, name: string): string | null {
  const found = value[name];
  const words = typeof found === 'number' ? String(found) : typeof found === 'string' ? found.trim() : '';
  return words === '' ? null : words;
}
