import { defaultLocale } from '@watchpost/contract/kernel';
import type { Locale } from '@watchpost/contract/kernel';
import { systemClock } from '@watchpost/contract/timing/clock';
import type { PushPorts } from './features/notifications/index.ts';
import { createSession } from './features/session/index.ts';
import type { SessionApi, SessionControl } from './features/session/index.ts';
import { resolveBaseUrl } from './kernel/base-url.ts';
import { createEmbedAuthorization } from './kernel/embed-authorization.ts';
import { createHttpClient } from './kernel/http.ts';
import type { Authorization, HttpClient } from './kernel/http.ts';
import { createMemoryStorage, noLocks } from './kernel/memory-ports.ts';
import type { ClockPort, CrossTabPort, LocksPort, NetworkPort, StoragePort } from './kernel/ports.ts';
import { createServerClock } from './kernel/timing/server-clock.ts';
import type { ServerClock } from './kernel/timing/server-clock.ts';
import { withTimeouts } from './kernel/timing/timeouts.ts';
import { createTransport } from './kernel/transport.ts';
import type { OpenWebSocket } from './kernel/web-socket.ts';

/** What a client of a signed-in user can be given. Every field has a default on a page of the server itself. */
export interface ClientOptions {
  /** The server's URL, `https://cameras.example`; empty or absent for the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** Stores the session; memory by default, `localStorage` with createBrowserClient. */
  readonly storage?: StoragePort | undefined;
  /** Timers and time; the platform's by default. A test passes one that it moves. */
  readonly clock?: ClockPort | undefined;
  /** Sends the requests; the platform's by default. */
  readonly fetch?: typeof fetch | undefined;
  /** Opens WebSockets, for platforms without them (Node before 22) or when they need a custom one. */
  readonly webSocket?: OpenWebSocket | undefined;
  /** The language of errors and of the server's texts; a function is called for each request. */
  readonly locale?: Locale | (() => Locale) | undefined;
  /** Notifies other tabs of changes of the session; none by default, storage events with createBrowserClient. */
  readonly crossTab?: CrossTabPort | undefined;
  /** Lets one tab at a time refresh the session; none by default, Web Locks with createBrowserClient. */
  readonly locks?: LocksPort | undefined;
  /** Reconnects at once when the network returns; without it, after the usual wait. */
  readonly network?: NetworkPort | undefined;
  /** Returns a cookie of the server's origin: its XSRF-TOKEN is sent back as a header. */
  readonly cookie?: ((name: string) => string | null) | undefined;
  /** An embed token that replaces a session; a function is called again before the token expires. */
  readonly token?: string | (() => Promise<string>) | undefined;
  /** The browser's push, from createBrowserPush(). */
  readonly push?: PushPorts | undefined;
  /** Returns 0 to 1; spreads the reconnects of many clients. */
  readonly random?: (() => number) | undefined;
}

/** What a client's features share. */
export interface ClientConnections {
  readonly http: HttpClient;
  readonly clock: ClockPort;
  readonly serverClock: ServerClock;
  readonly network: NetworkPort | null;
  /** 0 to 1. */
  readonly random: () => number;
  readonly webSocket: OpenWebSocket | undefined;
}

/** A client's session and HTTP, without any feature. createClient completes it. */
export interface ClientCore {
  readonly session: SessionApi;
  /** For endpoints that have no method here yet. */
  readonly http: HttpClient;
  readonly options: ClientOptions;
  readonly control: SessionControl;
  readonly authorization: Authorization;
  readonly connections: ClientConnections;
  readonly fetch: typeof fetch;
  /** Stops listening to other tabs. */
  dispose(): void;
}

/**
 * Creates the part of a client that signs a user in: a sign-in page loads it alone and completes it later, with the same session.
 * @example
 * const core = createClientCore({ baseUrl: 'https://cameras.example' });
 * await core.session.confirmCode({ email, code });
 * const client = createClient({}, core);
 */
export function createClientCore(options: ClientOptions = {}): ClientCore {
  const clock = options.clock ?? systemClock;
  const serverClock = createServerClock(clock);
  const { locale = defaultLocale } = options;
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const plain = createTransport({
    baseUrl: resolveBaseUrl(options.baseUrl ?? ''),
    fetch: send,
    locale: typeof locale === 'function' ? locale : () => locale,
    serverClock,
    headers: () => echoForgeryToken(options.cookie?.('XSRF-TOKEN')),
  });
  const transport = withTimeouts(plain, clock);
  const session = createSession({
    transport,
    // A page with an embed token must neither use nor change a session stored on its origin.
    storage: options.token === undefined ? (options.storage ?? createMemoryStorage()) : createMemoryStorage(),
    clock,
    locks: options.locks ?? noLocks,
    crossTab: (options.token === undefined && options.crossTab) || null,
  });
  const authorization =
    options.token === undefined ? session.authorization : createEmbedAuthorization({ source: options.token, clock, serverClock });
  const http = createHttpClient(transport, authorization);
  const connections: ClientConnections = {
    http,
    clock,
    serverClock,
    network: options.network ?? null,
    random: options.random ?? Math.random,
    webSocket: options.webSocket,
  };
  return {
    session: session.api,
    http,
    options,
    control: session.control,
    authorization,
    connections,
    fetch: send,
    dispose: () => session.dispose(),
  };
}

function echoForgeryToken(token: string | null | undefined): Readonly<Record<string, string>> {
  return token ? { 'X-XSRF-TOKEN': token } : {};
}
