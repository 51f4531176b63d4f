import { toWatchpostError, WatchpostError } from './errors.ts';
import type { Authorization } from './http.ts';
import type { ClockPort, Unsubscribe } from './ports.ts';
import type { ServerClock } from './timing/server-clock.ts';

const renewBeforeMs = 60_000;

export interface EmbedAuthorizationOptions {
  readonly source: string | ((refused: string | null) => Promise<string>);
  readonly clock: ClockPort;
  readonly serverClock: ServerClock;
  /** Called a minute before the token expires, if the source has no newer one. */
  readonly onExpiring?: (() => void) | undefined;
}

/**
 * Authorizes with an embed token instead of a session. A function is called for a new token a minute before the old one expires
 * and whenever the server refuses it; parallel requests share one call.
 */
export function createEmbedAuthorization({
  source,
  clock,
  serverClock,
  onExpiring,
}: EmbedAuthorizationOptions): Authorization & { dispose(): void } {
  let current: string | null = typeof source === 'string' ? source : null;
  let asking: Promise<string> | null = null;
  let stopWaiting: Unsubscribe | null = null;
  let isDisposed = false;

  function ask(refused: string | null = null): Promise<string> {
    if (typeof source === 'string') return Promise.resolve(source);
    asking ??= source(refused)
      .then(
        (token) => {
          const isOther = token !== current;
          current = token;
          if (isOther && stopWaiting) expectEnd();
          return token;
        },
        (error: unknown) => {
          throw toWatchpostError(error);
        },
      )
      .finally(() => (asking = null));
    return asking;
  }
  const left = (): number => (current === null ? Number.POSITIVE_INFINITY : embedTokenEnd(current) - serverClock.now() - renewBeforeMs);

  /** Starts only once the server's clock is known: by this machine's own, the expiry may be hours off. */
  function expectEnd(): void {
    const token = current;
    stopWaiting?.();
    // An answer that arrives after the expiry still reports the server's time.
    if (isDisposed) return;
    stopWaiting = clock.after(
      Math.max(0, Math.min(left(), 2 ** 31 - 1)),
      () =>
        void ask()
          .finally(() => current === token && onExpiring?.())
          .catch(() => {}),
    );
  }
  if (onExpiring) serverClock.onSet(expectEnd);

  return {
    async token() {
      if (current !== null && left() > 0) return current;
      // The old token may still be valid: a short outage of the partner's server has no effect yet.
      return ask().catch((error: unknown) => {
        if (current === null) throw error;
        return current;
      });
    },
    async renew(refused) {
      if (current !== null && current !== refused) return current;
      const token = await ask(refused);
      if (token === refused) throw new WatchpostError('session-expired', { status: 401 });
      return token;
    },
    rejected() {},
    dispose() {
      isDisposed = true;
      stopWaiting?.();
    },
  };
}

/** Returns the token's own expiry, Unix milliseconds; Infinity if it has none. Only a hint: the server decides. */
export function embedTokenEnd(token: string): number {
  const { exp } = readClaims(token);
  return typeof exp === 'number' ? exp : Number.POSITIVE_INFINITY;
}

/** Whether two tokens grant the same rights: a renewed token has another id, another time of issue and another expiry, and nothing else. */
export function isTokenRenewal(token: string, next: string): boolean {
  const rights = (text: string): string => JSON.stringify({ ...readClaims(text), id: null, iat: null, exp: null });
  return token === next || (Number.isFinite(embedTokenEnd(next)) && rights(token) === rights(next));
}

/** Returns an empty object for an unreadable token: the server refuses it with 401. */
function readClaims(token: string): { readonly exp?: unknown } {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
