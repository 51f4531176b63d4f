import { createHash } from 'node:crypto';
import type { Locale } from '@watchpost/contract/kernel';
import type { EventType } from '@watchpost/contract/schemas/events';
import type { PushMessage, PushType } from '@watchpost/contract/schemas/notifications';
import type { PushDelivery } from '../../adapters/push/port.ts';
import { notificationTexts, type AnnouncedType } from './notifications-texts.ts';

/** An event that a camera detected. */
export interface CameraEvent {
  readonly cameraId: string;
  readonly type: AnnouncedType;
  /** Users choose by it whether and when they are notified; absent for what is always announced. */
  readonly eventType?: EventType | undefined;
  readonly cameraTitle: string;
  /** Unix ms. */
  readonly at: number;
  /** Name of the line or the zone where it happened. */
  readonly label?: string | null | undefined;
  /** A path of this server below the camera's own, which requires access to the camera; any other value is omitted. */
  readonly imageUrl?: string | undefined;
}

const icon = '/icons/icon-192.png';
const hour = 60 * 60;

/** Composes the message about an event in one language. */
export function eventMessage(event: CameraEvent, locale: Locale): PushMessage {
  const { cameraId, type, cameraTitle, at, label } = event;
  const image = authorisedImage(event);
  return {
    notification: {
      title: notificationTexts[locale].events[type],
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

function isPushType(type: CameraEvent['type']): type is PushType {
  return type.startsWith('CAMERAPHONE_');
}

/** Composes the message of a test. */
export function testMessage(locale: Locale): PushMessage {
  return { notification: { ...notificationTexts[locale].test, icon }, fcmOptions: { link: '/' } };
}

/** Chooses the delivery: motion can wait for a phone to wake and expires soon; danger neither waits nor expires soon. */
export function eventDelivery({ cameraId, type }: CameraEvent): PushDelivery & { readonly topic: string } {
  const isCalm = type === 'CAMERAPHONE_MOTION' || type === 'CAMERAPHONE_FACE';
  // By type too: motion must not replace an undelivered fire alarm.
  const topic = createHash('sha256').update(`${cameraId} ${type}`).digest('base64url').slice(0, 32);
  return { ttl: isCalm ? 4 * hour : 24 * hour, urgency: isCalm ? 'normal' : 'high', topic };
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
