import type { PushNotice } from '@watchpost/sdk-core';
import { safePath } from '../shared/navigation/safe-path.ts';
import { to } from '../shared/navigation/targets.ts';
import type { NoticeTexts } from './worker-texts.ts';

/** The platform's type lacks fields that browsers have had for years: image, renotify, timestamp. */
export interface NoticeOptions extends NotificationOptions {
  readonly image?: string;
  readonly renotify?: boolean;
  readonly timestamp?: number;
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

/** The button of a notice that leads to the pause of its camera: a tap alone must not silence cameras. */
const pauseAction = 'pause';

/** Data stored with a notification until it is clicked. */
type NoticeData = Pick<PushNotice, 'cameraId' | 'at' | 'link' | 'count'>;

/**
 * Converts a message to a notification: an event in the worker's language with the camera's name, anything else with its own text.
 * @param server its address; pictures may come from it or from any https address
 */
export function describeNotice(
  notice: PushNotice,
  texts: NoticeTexts,
  server: string,
): { readonly title: string; readonly options: NoticeOptions } {
  const { type, cameraId, at, link, count, isSilent } = notice;
  const data: NoticeData = { cameraId, at, link, count };
  const body = bodyOf(notice, texts);
  const tag = tagOf(notice);
  const image = pictureAddress(notice.image, server);
  return {
    title: type === null ? (notice.title ?? 'Watchpost') : texts[type],
    options: {
      data,
      icon: pictureAddress(notice.icon, server) ?? `${server}/icons/icon-192.png`,
      badge: `${server}/icons/badge-96.png`,
      ...(body !== null && { body }),
      ...(image !== null && { image }),
      ...(at !== null && { timestamp: at }),
      ...(cameraId !== null && { actions: [{ action: pauseAction, title: texts.pause }] }),
      // What replaces an earlier notice alerts again, unless it only updates what the user knows. The two exclude each other in browsers.
      ...(tag !== null && { tag, ...(isSilent ? { silent: true } : { renotify: true }) }),
    },
  };
}

/** One notice per stretch of events at a place; without one, per camera and type, so that motion never hides a fire. */
function tagOf({ stretchId, cameraId, type }: PushNotice): string | null {
  if (stretchId !== null) return `stretch-${stretchId}`;
  return cameraId === null ? null : `camera-${cameraId}${type === null ? '' : `-${type}`}`;
}

function bodyOf({ type, cameraTitle, body, count }: PushNotice, texts: NoticeTexts): string | null {
  // The server has counted in the words of a message with its own text.
  if (type === null || cameraTitle === null) return body;
  return count > 1 ? `${cameraTitle} · ${texts.count} ${count}` : cameraTitle;
}

/**
 * Returns what is shown for a message of a stretch: one that was overtaken by a later one alerts, but what it says is old.
 * @param shown the notices with its tag
 */
export function newestNotice(
  next: ReturnType<typeof describeNotice>,
  shown: readonly Pick<Notification, 'title' | 'body' | 'data'>[],
): ReturnType<typeof describeNotice> {
  const newer = shown.find(({ data }) => readData(data).count > readData(next.options.data).count);
  return newer ? { ...next, title: newer.title, options: { ...next.options, body: newer.body, data: newer.data } } : next;
}

/** Describes a message that this worker can't read: there is something, nothing of what it says, and only once. */
export function describeUnknown(texts: NoticeTexts, server: string): ReturnType<typeof describeNotice> {
  const options = { body: texts.unknown, icon: `${server}/icons/icon-192.png`, badge: `${server}/icons/badge-96.png`, tag: 'unknown' };
  return { title: 'Watchpost', options };
}

/** Returns a picture's address if it is on this server or on https; null otherwise. The server names its own by their paths on it. */
function pictureAddress(address: string | null, server: string): string | null {
  if (address === null) return null;
  const whole = /^\/(?!\/)/.test(address) ? server + address : address;
  if (!URL.canParse(whole, server)) return null;
  const url = new URL(whole, server);
  return url.origin === new URL(server).origin || url.protocol === 'https:' ? url.href : null;
}

/**
 * Returns the target of a click: the camera at the event's time, or the message's link if it is a path of this app, or the root.
 * @param data stored with the notification; not trusted
 * @param action the button that was pressed; empty for the notice itself
 */
export function noticeTarget(data: unknown, server: string, action = ''): string {
  const { cameraId, at, link } = readData(data);
  if (cameraId !== null && action === pauseAction) return safePath(to.CameraAlerts(cameraId));
  if (cameraId !== null) return safePath(to.Camera(cameraId, at === null ? {} : { at }));
  return safePath(link !== null && link.startsWith(`${server}/`) ? link.slice(server.length) : link);
}

function readData(data: unknown): NoticeData {
  const values = new Map<string, unknown>(Object.entries(typeof data === 'object' && data !== null ? data : {}));
  const text = (name: string): string | null => {
    const value = values.get(name);
    return typeof value === 'string' ? value : null;
  };
  const at = values.get('at');
  const count = values.get('count');
  return {
    cameraId: text('cameraId'),
    at: typeof at === 'number' ? at : null,
    link: text('link'),
    count: typeof count === 'number' ? count : 1,
  };
}
