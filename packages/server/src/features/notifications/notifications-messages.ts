import { createHash } from 'node:crypto';
import type { Locale } from '@watchpost/contract/kernel';
import type { PushMessage, PushType } from '@watchpost/contract/schemas/notifications';
import type { PushDelivery } from '../../adapters/push/port.ts';
import { notificationTexts } from './notifications-texts.ts';

/** Something that a camera saw or heard. */
export interface CameraEvent {
  readonly cameraId: string;
  readonly type: PushType;
  readonly cameraTitle: string;
  /** Unix ms. */
  readonly at: number;
  /** A path of this server below the camera's own, which only who sees the camera gets an answer from; anything else is left out. */
  readonly imageUrl?: string | undefined;
}

const icon = '/icons/icon-192.png';
const hour = 60 * 60;

/** The message about an event in one language. */
export function eventMessage(event: CameraEvent, locale: Locale): PushMessage {
  const { cameraId, type, cameraTitle, at } = event;
  const image = authorisedImage(event);
  return {
    notification: { title: notificationTexts[locale].events[type], body: cameraTitle, icon, ...(image !== null && { image }) },
    data: { Type: type, CameraTitle: cameraTitle, CameraId: cameraId, Timestamp: String(at), ...(image !== null && { ImageUrl: image }) },
    fcmOptions: { link: `/cameras/${encodeURIComponent(cameraId)}?t=${at}` },
  };
}

/** What a person sees who tries it out. */
export function testMessage(locale: Locale): PushMessage {
  return { notification: { ...notificationTexts[locale].test, icon }, fcmOptions: { link: '/' } };
}

/** Motion can wait for a phone to wake and is stale soon; what may be danger can't and is not. */
export function eventDelivery({ cameraId, type }: CameraEvent): PushDelivery {
  const isCalm = type === 'CAMERAPHONE_MOTION' || type === 'CAMERAPHONE_FACE';
  // By type too: motion must not take the place of a fire that was not delivered yet.
  const topic = createHash('sha256').update(`${cameraId} ${type}`).digest('base64url').slice(0, 32);
  return { ttl: isCalm ? 4 * hour : 24 * hour, urgency: isCalm ? 'normal' : 'high', topic };
}

export const testDelivery: PushDelivery = { ttl: 60, urgency: 'high', topic: null };

/**
 * A picture is fetched by the reader's browser with the session of its own; a link that works for anybody would be
 * the picture of a private camera in the hands of every push service.
 */
function authorisedImage({ cameraId, imageUrl }: CameraEvent): string | null {
  if (imageUrl === undefined) return null;
  const base = 'https://this.server';
  const parsed = URL.canParse(imageUrl, base) ? new URL(imageUrl, base) : null;
  const isOwn = parsed?.origin === base && parsed.pathname.startsWith(`/public/api/v3/cameras/${encodeURIComponent(cameraId)}/`);
  return parsed && isOwn ? parsed.pathname + parsed.search : null;
}
