import { createHash } from 'node:crypto';
import type { Locale } from '@watchpost/contract/kernel';
import type { PushMessage } from '@watchpost/contract/schemas/notifications';
import type { PushDelivery } from '../../../adapters/push/port.ts';
import { statusTexts } from './notifications-status-texts.ts';

interface Change {
  readonly cameraId: string;
  readonly cameraTitle: string;
  /** Unix ms. */
  readonly at: number;
}

/** A camera is offline. */
export interface CameraAway extends Change {
  readonly kind: 'away';
  /** Battery level of the phone that is this camera, 0 to 1, when it was almost empty at its last report; else null. */
  readonly emptyBattery: number | null;
}

/** A camera is online again. */
export interface CameraBack extends Change {
  readonly kind: 'back';
}

export type CameraStatusChange = CameraAway | CameraBack;

const icon = '/icons/icon-192.png';
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export function awayMessage(change: CameraAway, locale: Locale): PushMessage {
  const { away, emptyBattery } = statusTexts[locale];
  const percent = change.emptyBattery === null ? null : new Intl.NumberFormat(locale, { style: 'percent' }).format(change.emptyBattery);
  return message(change, away, percent === null ? change.cameraTitle : `${change.cameraTitle}. ${emptyBattery(percent)}`);
}

/**
 * Composes the message of a return.
 * @param offlineAt since when it was offline, Unix ms
 */
export function backMessage(change: CameraBack, offlineAt: number, locale: Locale): PushMessage {
  const { back, wasAway } = statusTexts[locale];
  return message(change, back, `${change.cameraTitle}. ${wasAway(durationText(change.at - offlineAt, locale))}`);
}

/** Has no type: the specification's types are for events only. */
function message({ cameraId, cameraTitle, at }: Change, title: string, body: string): PushMessage {
  return {
    notification: { title, body, icon },
    data: { CameraTitle: cameraTitle, CameraId: cameraId, Timestamp: String(at) },
    fcmOptions: { link: `/cameras/${encodeURIComponent(cameraId)}?t=${at}` },
  };
}

/** The latest status of a camera replaces an undelivered one: no user reads that it is offline when it is back. */
export function statusDelivery({ kind, cameraId }: CameraStatusChange): PushDelivery & { readonly topic: string } {
  return { ttl: (24 * hour) / second, urgency: kind === 'away' ? 'high' : 'normal', topic: statusTopic(cameraId) };
}

export function statusTopic(cameraId: string): string {
  return createHash('sha256').update(`${cameraId} status`).digest('base64url').slice(0, 32);
}

/**
 * Formats the two largest units, `2 hours 5 minutes`; less than a minute in seconds.
 * @param milliseconds below 0 counts as 0: the wall clock was set
 */
export function durationText(milliseconds: number, locale: Locale): string {
  const time = Math.max(0, milliseconds);
  const write = (value: number, unit: 'day' | 'hour' | 'minute' | 'second'): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  if (time < minute) return write(Math.floor(time / second), 'second');
  const parts = [
    { unit: 'day', value: Math.floor(time / day) },
    { unit: 'hour', value: Math.floor((time % day) / hour) },
    { unit: 'minute', value: Math.floor((time % hour) / minute) },
  ] as const;
  const first = parts.findIndex(({ value }) => value > 0);
  return parts
    .slice(first, first + 2)
    .filter(({ value }) => value > 0)
    .map(({ value, unit }) => write(value, unit))
    .join(' ');
}
