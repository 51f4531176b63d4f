import { backOffDelay, systemClock, WatchpostError } from '@watchpost/sdk-core';
import type { ClockPort } from '@watchpost/sdk-core';

/** Why an element needs a token: it has none, the one that it has expires in a minute, or the server refused it. */
export type TokenReason = 'first' | 'expiring' | 'refused';

/** For which cameras a token is asked, and why. */
export interface TokenContext {
  /** The token has to open all of them. */
  readonly cameraIds: readonly string[];
  readonly reason: TokenReason;
  /** The token that the server refused. */
  readonly refused: string | null;
}
/**
 * Gets an embed token from the page's own server. Elements that share the function share its calls. What it throws is reported by
 * `watchpost-error`, and it is called again later.
 * @example
 * const getToken: GetToken = async ({ cameraIds }) => (await api.post('/cameras/token', { cameraIds })).token;
 */
export type GetToken = (context: TokenContext) => Promise<string>;
/** A function, or an address of the page's own server. */
export type TokenSource = GetToken | string;

/** A token could not be had. */
export interface TokenProblem {
  /** Status of the server's answer; null without one. */
  readonly status: number | null;
  readonly message: string;
  /** When the next attempt follows, milliseconds from now. */
  readonly retryIn: number;
}

/** One element's part of a source. */
export interface TokenHolder {
  /**
   * Returns a token other than the last one. While that one is still valid, a failure is reported at once; without a valid one the call
   * waits for the second attempt.
   * @param refused the token that the server refused
   * @throws {WatchpostError} session-expired
   */
  next(refused: string | null): Promise<string>;
  release(): void;
}

export interface TokenHolderOptions {
  readonly source: TokenSource;
  /** Its tokens have to open these; called for each request. */
  readonly cameraIds: () => readonly string[];
  readonly onProblem: (problem: TokenProblem) => void;
  /** A token that comes after `next` has failed. */
  readonly onLate: () => void;
  readonly clock?: Pick<ClockPort, 'after' | 'monotonic'>;
  readonly random?: () => number;
}

interface Wait {
  readonly refused: string | null;
  failures: number;
  resolve(token: string): void;
  reject(error: WatchpostError): void;
}
interface Holder extends TokenHolderOptions {
  /** The token that its client has. */
  held: string | null;
  /** The newest one for its cameras. */
  newest: string | null;
  wait: Wait | null;
  /** Its call has failed, and it had no valid token. */
  isOwed: boolean;
}
interface Desk {
  readonly holders: Set<Holder>;
  isAsking: boolean;
  attempt: number;
  /** No request before this time. */
  earliest: number;
  stop: (() => void) | null;
}

/** As many as a token can open. */
const maxCameras = 100;
const timeoutMs = 10_000;
const retryLimits = { minMs: 1_000, maxMs: 60_000, floorMs: 500 };
/** By source: everything on a page that has the same one shares its requests. */
const desks = new Map<TokenSource, Desk>();

/** Registers an element with its page's source of tokens. One request serves all elements that need a token at that time, and renews for all. */
export function holdTokens(options: TokenHolderOptions): TokenHolder {
  const { source, clock = systemClock, random = Math.random } = options;
  const desk = desks.get(source) ?? { holders: new Set(), isAsking: false, attempt: 0, earliest: 0, stop: null };
  desks.set(source, desk);
  const holder: Holder = { ...options, held: null, newest: null, wait: null, isOwed: false };
  desk.holders.add(holder);

  /** In a task of its own: all elements of a page begin in the same one. */
  function schedule(): void {
    if (desk.isAsking || desk.stop) return;
    desk.stop = clock.after(Math.max(0, desk.earliest - clock.monotonic()), () => {
      desk.stop = null;
      void ask();
    });
  }

  async function ask(): Promise<void> {
    const first = [...desk.holders].filter(needsToken);
    if (first.length === 0) return;
    // A player with the same token, or with none, needs another one next.
    const same = [...desk.holders].filter(({ held, newest }) => (held ?? newest) === held && first.some((one) => one.held === held));
    const served: Holder[] = [];
    const ids = new Set<string>();
    for (const one of new Set([...first, ...same])) {
      const more = one.cameraIds().filter((id) => !ids.has(id));
      if (served.length > 0 && ids.size + more.length > maxCameras) continue;
      for (const id of more) ids.add(id);
      served.push(one);
    }
    const refused = first.find(({ wait }) => wait?.refused)?.wait?.refused ?? null;
    const reason = refused === null ? (first.some(({ held }) => held === null) ? 'first' : 'expiring') : 'refused';
    desk.isAsking = true;
    try {
      const token = await request(source, { cameraIds: [...ids], reason, refused }, clock);
      desk.attempt = 0;
      for (const one of served) serve(one, token);
    } catch (error) {
      fail(served, error);
    }
    desk.isAsking = false;
    if ([...desk.holders].some(needsToken)) schedule();
  }

  function fail(served: readonly Holder[], error: unknown): void {
    const { status, retryAfterSeconds } = error instanceof WatchpostError ? error : { status: null, retryAfterSeconds: null };
    const retryIn = Math.max((retryAfterSeconds ?? 0) * 1_000, backOffDelay(desk.attempt, random(), retryLimits));
    desk.attempt += 1;
    desk.earliest = clock.monotonic() + retryIn;
    const problem = { status, message: error instanceof Error ? error.message : String(error), retryIn };
    for (const one of served.filter(needsToken)) {
      const { wait } = one;
      one.onProblem(problem);
      if (!wait) continue;
      wait.failures += 1;
      const isUrgent = one.held === null || wait.refused !== null;
      // Whom the page's own server refuses does not get a token a second later.
      if (isUrgent && wait.failures === 1 && status !== 401 && status !== 403) continue;
      one.wait = null;
      one.isOwed = isUrgent;
      wait.reject(new WatchpostError('session-expired', { status, cause: error }));
    }
  }

  return {
    next: (refused) =>
      new Promise((resolve, reject) => {
        const { held, newest } = holder;
        holder.isOwed = false;
        holder.wait = { refused, failures: 0, resolve, reject };
        if (newest !== null && newest !== held && newest !== refused) serve(holder, newest);
        // A token that is valid for another minute is no reason to wait.
        else if (held !== null && refused === null && desk.earliest > clock.monotonic()) {
          holder.wait = null;
          reject(new WatchpostError('network'));
        } else schedule();
      }),
    release() {
      desk.holders.delete(holder);
      if (desk.holders.size > 0) return;
      desk.stop?.();
      if (desks.get(source) === desk) desks.delete(source);
    },
  };
}

const needsToken = ({ wait, isOwed }: Holder): boolean => wait !== null || isOwed;

function serve(holder: Holder, token: string): void {
  const { wait, isOwed } = holder;
  holder.newest = token;
  holder.wait = null;
  holder.isOwed = false;
  if (wait) {
    holder.held = token;
    wait.resolve(token);
  } else if (isOwed) holder.onLate();
}

async function request(source: TokenSource, context: TokenContext, clock: Pick<ClockPort, 'after'>): Promise<string> {
  const life = new AbortController();
  const overdue = new Promise<never>((_, reject) => {
    const stop = clock.after(timeoutMs, () => reject(new Error('The answer took too long.')));
    life.signal.addEventListener('abort', stop);
  });
  try {
    const answer = typeof source === 'string' ? fetchToken(source, context.cameraIds, life.signal) : source(context);
    const token: unknown = await Promise.race([answer, overdue]);
    if (typeof token !== 'string' || token === '') throw new TypeError('The answer has no token.');
    return token;
  } finally {
    life.abort();
  }
}

/** The page's own server recognizes its user by the cookie. */
async function fetchToken(url: string, cameraIds: readonly string[], signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ cameraIds }),
    signal,
  });
  const { status, ok, headers } = response;
  if (!ok)
    throw new WatchpostError('unavailable', {
      status,
      message: `HTTP ${status}`,
      retryAfterSeconds: Number(headers.get('Retry-After')) || null,
    });
  const answer: { readonly token?: unknown } | null = await response.json();
  return answer?.token;
}
