import type { PushNotice } from '@watchpost/sdk-core';

/** Path of the service worker. */
export const workerPath = '/service-worker.js';

/** Messages from a page to the service worker. `shared/i18n/send-locale.ts` sends `locale`. */
export type ToWorker =
  | { readonly type: 'locale'; readonly locale: string }
  /** The user accepts the waiting version. */
  | { readonly type: 'activate' }
  /** Asks whether this build has the page's entry script. The worker answers with a boolean on the message's port. */
  | { readonly type: 'has-asset'; readonly path: string }
  /** The offline page is about to retry: the worker waits longer this time, for a slow network. */
  | { readonly type: 'extend-timeout' };

/** Messages from the service worker to a page, which answers the first two with `true` on the message's port. */
export type ToPage =
  /** A push message arrived while this page is visible: the page shows it instead of a notification. */
  | { readonly type: 'push'; readonly notice: PushNotice }
  /** A notification was clicked: the page navigates to its path. */
  | { readonly type: 'navigate'; readonly path: string }
  /** The browser renewed the push subscription; sdk-core listens for it. */
  | { readonly type: 'push-changed' };

/** Returns the type of one of these messages; null for anything else. Page and worker share an origin but may differ in version. */
function typeOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string' ? data.type : null;
}

export function isToWorker(data: unknown): data is ToWorker {
  switch (typeOf(data)) {
    case 'locale':
      return hasText(data, 'locale');
    case 'has-asset':
      return hasText(data, 'path');
    default:
      return ['activate', 'extend-timeout'].includes(typeOf(data) ?? '');
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
