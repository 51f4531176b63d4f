import type { PushNotice } from '@watchpost/sdk-core';

/** Where the service worker is served. */
export const workerPath = '/service-worker.js';

/** What a page tells the service worker. `locale` is sent by shared/i18n/tell-service-worker.ts. */
export type ToWorker =
  | { readonly type: 'locale'; readonly locale: string }
  /** The person wants the version that waits. */
  | { readonly type: 'activate' }
  /** Does this build have the page's entry script? Answered with a boolean on the port that comes along. */
  | { readonly type: 'has-asset'; readonly path: string }
  /** The offline page is about to try again: this once, wait longer for a slow network. */
  | { readonly type: 'patience' };

/** What the service worker tells a page. The first two are answered with `true` on the port that comes along. */
export type ToPage =
  /** A message came while this page is visible: show it here, in place of a notification. */
  | { readonly type: 'push'; readonly notice: PushNotice }
  /** A notification was clicked: go there. */
  | { readonly type: 'navigate'; readonly path: string }
  /** The browser renewed the push subscription; sdk-core listens for it. */
  | { readonly type: 'push-changed' };

/** A message of ours; null for anything else. Both sides are of one origin, but perhaps of two versions. */
export function typeOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string' ? data.type : null;
}

export function isToWorker(data: unknown): data is ToWorker {
  switch (typeOf(data)) {
    case 'locale':
      return hasText(data, 'locale');
    case 'has-asset':
      return hasText(data, 'path');
    default:
      return ['activate', 'patience'].includes(typeOf(data) ?? '');
  }
}

export function isToPage(data: unknown): data is ToPage {
  switch (typeOf(data)) {
    case 'push':
      return typeof data === 'object' && data !== null && 'notice' in data && typeof data.notice === 'object' && data.notice !== null;
    case 'navigate':
      return hasText(data, 'path');
    default:
      return typeOf(data) === 'push-changed';
  }
}

function hasText(data: unknown, name: string): boolean {
  return typeof data === 'object' && data !== null && typeof new Map(Object.entries(data)).get(name) === 'string';
}
