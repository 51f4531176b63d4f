import { WatchpostError } from '@watchpost/sdk-core';

/**
 * Calls that order or pay: one that is repeated after a failure carries the same key, and so it happens once. The server forgets the key of
 * what it has refused. Whether it has done it is not known after a lost answer, a gateway's error, or while an earlier one is running.
 */
export interface RepeatableCalls {
  /** @param body what is asked for: the same body has the same key until it is answered */
  run<T>(body: unknown, call: (idempotencyKey: string) => Promise<T>): Promise<T>;
}

export function createRepeatableCalls(): RepeatableCalls {
  const keys = new Map<string, string>();
  return {
    async run(body, call) {
      const text = JSON.stringify(body);
      const key = keys.get(text) ?? randomKey();
      keys.set(text, key);
      const answer = await call(key);
      keys.delete(text);
      return answer;
    },
  };
}

/** Pages without TLS have no randomUUID(). */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function isCode(error: unknown, ...codes: readonly WatchpostError['code'][]): boolean {
  return error instanceof WatchpostError && codes.includes(error.code);
}

/** Where the payment service sends the browser back to: `{order}` is the order's id. By default this page, which then shows the order. */
export function returnPage(returnUrl: string | undefined, orderId: string, page: string): string {
  if (returnUrl !== undefined) return new URL(returnUrl.replaceAll('{order}', encodeURIComponent(orderId)), page).href;
  const url = new URL(page);
  url.searchParams.set(orderParameter, orderId);
  return url.href;
}

/** The order that this page was left to pay for; undefined for none. */
export function returnedOrder(page: string): string | undefined {
  return new URL(page).searchParams.get(orderParameter) ?? undefined;
}

const orderParameter = 'watchpost-order';
