import { createHash } from 'node:crypto';
import type { Locale } from '@watchpost/contract/kernel';
import type { EventType } from '@watchpost/contract/schemas/events';
import type { PushMessage, PushType } from '@watchpost/contract/schemas/notifications';
import type { PushDelivery } from '../../adapters/push/port.ts';
import type { Stretch } from './event-settings/notifications-stretches.ts';
import { countText, notificationTexts, type AnnouncedType, type TimelapseType } from './notifications-texts.ts';

/** An event that a camera detected. */
export interface CameraEvent {
  readonly cameraId: string;
  readonly type: AnnouncedType;
  /** Absent for what is not stored as an event. */
  readonly eventId?: string | undefined;
  /** Users choose by it whether and when they are notified; absent for what is always announced. */
  readonly eventType?: EventType | undefined;
  readonly cameraTitle: string;
  /** Unix ms. */
  readonly at: number;
  /** Name of the line or the zone where it happened. */
  readonly label?: string | null | undefined;
  /** A path of this server below the camera's own, which requires access to the camera; any other value is omitted. */
  readonly imageUrl?: string | undefined;
  /** 0 to 1; absent for motion. */
  readonly score?: number | null | undefined;
  /** Only these of the users who can watch the camera are notified; everyone when absent. */
  readonly onlyFor?: readonly string[] | undefined;
}

/** An event that is one message with others of its place. */
export interface GroupedEvent extends CameraEvent {
  readonly eventType: EventType;
}

const icon = '/icons/icon-192.png';
const hour = 60 * 60;

/** Composes the message about an event in one language. */
export function eventMessage(event: CameraEvent, locale: Locale): PushMessage {
  const { cameraId, type, cameraTitle, at, label } = event;
  const title = notificationTexts[locale].events[type];
  // Without the camera's data: the click leads to the film, not to a moment of the camera.
  if (isTimelapse(type)) return { notification: { title, body: cameraTitle, icon }, fcmOptions: { link: '/activities?q=timelapse' } };
  const image = authorisedImage(event);
  return {
    notification: {
      title,
      body: label ? `${cameraTitle} · ${label}` : cameraTitle,
      icon,
      ...(image !== null && { image }),
    },
    data: {
      ...(isPushType(type) && { Type: type }),
      CameraTitle: cameraTitle,
      CameraId: cameraId,
      Timestamp: String(at),
      ...(image !== null && { ImageUrl: image }),
    },
    fcmOptions: { link: `/cameras/${encodeURIComponent(cameraId)}?t=${at}` },
  };
}

function isTimelapse(type: CameraEvent['type']): type is TimelapseType {
  return type.startsWith('timelapse');
}

function isPushType(type: CameraEvent['type']): type is PushType {
  return type.startsWith('CAMERAPHONE_');
}

/** Composes the message about what happened at one place so far; browsers replace the earlier one by it. */
export function stretchMessage({ id, count, shown, isSilent }: Stretch<GroupedEvent>, locale: Locale): PushMessage {
  const message = eventMessage(shown, locale);
  const { body = '' } = message.notification ?? {};
  return {
    ...message,
    notification: { ...message.notification, body: count > 1 ? `${body} · ${countText(count, locale)}` : body },
    data: { ...message.data, StretchId: id, Count: String(count), ...(isSilent && { IsSilent: '1' }) },
  };
}

/**
 * Chooses the delivery by the event that is shown. What sounds and what only updates replace no message of the other kind: otherwise a phone
 * that was asleep would get the update alone.
 */
export function stretchDelivery({ id, shown, isSilent }: Stretch<GroupedEvent>): PushDelivery & { readonly topic: string } {
  const delivery = eventDelivery(shown);
  return { ...delivery, topic: topicOf(`${id} ${isSilent}`), urgency: isSilent ? 'normal' : delivery.urgency };
}

/** Composes the message of a test. */
export function testMessage(locale: Locale): PushMessage {
  return { notification: { ...notificationTexts[locale].test, icon }, fcmOptions: { link: '/' } };
}

/** Chooses the delivery: motion can wait for a phone to wake and expires soon; danger neither waits nor expires soon. */
export function eventDelivery({ cameraId, type }: CameraEvent): PushDelivery & { readonly topic: string } {
  const isCalm = type === 'CAMERAPHONE_MOTION' || type === 'CAMERAPHONE_FACE';
  // By type too: motion must not replace an undelivered fire alarm.
  return {
    ttl: isCalm ? 4 * hour : 24 * hour,
    urgency: isCalm || isTimelapse(type) ? 'normal' : 'high',
    topic: topicOf(`${cameraId} ${type}`),
  };
}

/** Push services accept 32 characters of base64url. */
function topicOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 32);
}

export const testDelivery: PushDelivery = { ttl: 60, urgency: 'high', topic: null };

/**
 * Returns a path that the reader's browser fetches with its own session; a public link would give the picture of a private camera to every
 * push service.
 */
function authorisedImage({ cameraId, imageUrl }: CameraEvent): string | null {
  if (imageUrl === undefined) return null;
  const base = 'https://this.server';
  const parsed = URL.canParse(imageUrl, base) ? new URL(imageUrl, base) : null;
  const isOwn = parsed?.origin === base && parsed.pathname.startsWith(`/public/api/v3/cameras/${encodeURIComponent(cameraId)}/`);
  return parsed && isOwn ? parsed.pathname + parsed.search : null;
}
