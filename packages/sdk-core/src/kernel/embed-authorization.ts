import { WatchpostError } from './errors.ts';
import type { Authorization } from './http.ts';
import type { ClockPort } from './ports.ts';

const renewBefore = 60_000;

/**
 * An embed token in place of a session. A function is asked for a new token a minute before the old one ends
 * and whenever the server refuses it; parallel requests share one call.
 */
export function createEmbedAuthorization(source: string | (() => Promise<string>), clock: ClockPort): Authorization {
  let current: string | null = typeof source === 'string' ? source : null;
  let asking: Promise<string> | null = null;

  function ask(get: () => Promise<string>): Promise<string> {
    asking ??= get()
      .then((token) => (current = token))
      .finally(() => (asking = null));
    return asking;
  }

  return {
    async token() {
      if (typeof source === 'string') return source;
      if (current !== null && clock.now() < embedTokenEnd(current) - renewBefore) return current;
      // The old token may still be good: a partner's server that is down for a moment stops nothing yet.
      return ask(source).catch((error: unknown) => {
        if (current === null) throw new WatchpostError('network', { cause: error });
        return current;
      });
    },
    async renew(refused) {
      if (current !== null && current !== refused) return current;
      if (typeof source === 'string') throw new WatchpostError('session-expired', { status: 401 });
      const token = await ask(source).catch((error: unknown) => {
        throw new WatchpostError('network', { cause: error });
      });
      if (token === refused) throw new WatchpostError('session-expired', { status: 401 });
      return token;
    },
    rejected() {},
  };
}

/** When the token says it ends, Unix milliseconds; never when it does not say. Only a hint: the server decides. */
export function embedTokenEnd(token: string): number {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof payload === 'object' && payload !== null && 'exp' in payload && typeof payload.exp === 'number') return payload.exp;
  } catch {
    // Not a token that can be read: the server's 401 will tell.
  }
  return Number.POSITIVE_INFINITY;
}
