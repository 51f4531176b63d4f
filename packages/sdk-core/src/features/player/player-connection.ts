import { signal } from '@preact/signals-core';
import { liveSubprotocol } from '@watchpost/contract/protocols/live';
import type { LiveServerMessage } from '@watchpost/contract/protocols/live';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import { contain } from '../../kernel/emitter.ts';
import { WatchpostError } from '../../kernel/errors.ts';
import type { Authorization } from '../../kernel/http.ts';
import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import type { ServerClock } from '../../kernel/timing/server-clock.ts';
import { createTimers } from '../../kernel/timing/timers.ts';
import { webSocketOpener } from '../../kernel/web-socket.ts';
import type { OpenWebSocket } from '../../kernel/web-socket.ts';
import { openLiveSocket } from './player-socket.ts';
import type { LiveSocket } from './player-socket.ts';
import type { LiveConnection, LiveConnectionState, LiveFlow, LiveHandlers, LiveSubscription } from './player-types.ts';

export interface LiveConnectionOptions {
  readonly url: string;
  readonly authorization: Authorization;
  readonly clock: ClockPort;
  readonly serverClock: ServerClock;
  readonly network: NetworkPort | null;
  readonly random: () => number;
  /** The platform's own by default. */
  readonly webSocket: OpenWebSocket | undefined;
  /** Resolves when the server answers a request in any way. */
  readonly reach: (signal: AbortSignal) => Promise<unknown>;
}
export interface OwnedLiveConnection extends LiveConnection {
  dispose(): void;
}

interface Viewer {
  readonly channel: number;
  readonly handlers: LiveHandlers;
  wants: LiveSubscription;
  /** Refused permanently: not subscribed again after a reconnect. */
  isRefused: boolean;
}

/** Milliseconds. */
/** Most networks return without an event from the platform. A picture within 5 s of that leaves no time for a longer wait. */
const retryLimits = { minMs: 500, maxMs: 2_000 };
const idleTimeoutMs = 5_000;
const connectTimeoutMs = 10_000;
const reachTimeoutMs = 2_000;
const pingIntervalMs = 5_000;
/** After the network returns, an open socket has this long to prove that it is alive, ms. */
const proofTimeoutMs = 2_000;
/** A connection that lasted this long resets the back-off; one that is cut immediately doesn't. */
const stableAfterMs = 5_000;
const final: readonly string[] = ['not-found', 'forbidden', 'origin-forbidden', 'no-archive-access'];

/** Errors that another attempt to connect would only repeat. */
const hopeless: readonly string[] = ['session-expired', 'no-websocket'];

export function createLiveConnection({
  url,
  authorization,
  clock,
  serverClock,
  network,
  random,
  webSocket,
  reach,
}: LiveConnectionOptions): OwnedLiveConnection {
  const state = signal<LiveConnectionState>('idle');
  const viewers = new Map<number, Viewer>();
  const pings = new Map<number, (serverTime: number) => void>();
  let nextChannel = 0;
  let nextPing = 0;
  /** Incremented by each attempt and each close, so that late results of an older attempt are ignored. */
  let generation = 0;
  let socket: LiveSocket | null = null;
  let sentToken: string | null = null;
  let refusedToken: string | null = null;
  let attempt = 0;
  let hasReceived = false;
  const { later, cancelAll } = createTimers(clock);
  let cancelIdle: (() => void) | null = null;
  let reaching: AbortController | null = null;
  const forgetNetwork = network?.subscribe((online) => (online ? comeBack() : undefined));

  /** Ends the current attempt or connection without a report. */
  function clear(): void {
    generation += 1;
    cancelAll();
    reaching?.abort();
    pings.clear();
    socket?.close();
    socket = null;
  }

  function close(): void {
    clear();
    attempt = 0;
    state.value = 'idle';
  }

  async function connect(): Promise<void> {
    clear();
    const mine = generation;
    state.value = 'connecting';
    later(connectTimeoutMs, onConnectionLost);
    try {
      if (attempt > 0) await reachServer();
      if (generation !== mine) return;
      const openSocket = await webSocketOpener(webSocket);
      const token = refusedToken === null ? await authorization.token() : await authorization.renew(refusedToken);
      if (generation !== mine) return;
      if (token === null) throw new WatchpostError('session-expired');
      sentToken = token;
      socket = openLiveSocket(() => openSocket(url, [liveSubprotocol]), {
        onOpen: () => socket?.send({ type: 'authorize', token }),
        onMessage: receive,
        onMedia(media) {
          hasReceived = true;
          const handlers = viewers.get(media.channel)?.handlers;
          contain(() => handlers?.onMedia?.(media));
        },
        onClosed: onConnectionLost,
      });
    } catch (error) {
      if (generation !== mine) return;
      if (error instanceof WatchpostError && hopeless.includes(error.code)) stop(error);
      else onConnectionLost();
    }
  }

  /**
   * Sends a request first after a failure: after many failures, Chromium delays WebSockets for up to 5 s, and the picture with them.
   * @throws when the server can't be reached
   */
  async function reachServer(): Promise<void> {
    const mine = new AbortController();
    reaching = mine;
    later(reachTimeoutMs, () => mine.abort());
    await reach(mine.signal);
  }

  function receive(message: LiveServerMessage): void {
    hasReceived = true;
    if (message.type === 'authorized') return opened();
    if (message.type === 'pong') {
      pings.get(message.id)?.(message.serverTime);
      pings.delete(message.id);
      return;
    }
    if (message.type === 'error') return refuse(message);
    const handlers = viewers.get(message.channel)?.handlers;
    contain(() => {
      if (message.type === 'tracks') handlers?.onTracks?.(message);
      if (message.type === 'state') handlers?.onState?.(message);
      if (message.type === 'waiting') handlers?.onWaiting?.(message);
      if (message.type === 'access') handlers?.onAccess?.(message);
      if (message.type === 'talk') handlers?.onTalk?.(message.state);
    });
  }

  /** The first `authorized` of a socket opens it; later ones confirm a new token. */
  function opened(): void {
    if (state.peek() === 'open') return;
    cancelAll();
    refusedToken = null;
    state.value = 'open';
    for (const viewer of viewers.values()) start(viewer);
    ping();
    later(500, ping);
    later(1_000, ping);
    later(stableAfterMs, () => (attempt = 0));
    keepAlive();
  }

  function start({ channel, wants, isRefused }: Viewer): void {
    if (!isRefused && state.peek() === 'open') socket?.send({ type: 'subscribe', channel, ...wants });
  }

  function ping(): void {
    const id = (nextPing += 1);
    pings.set(id, serverClock.ask());
    socket?.send({ type: 'ping', id });
  }

  /** Pings the server, and sends a new token before the old one expires. */
  function keepAlive(): void {
    const askedAt = clock.monotonic();
    hasReceived = false;
    later(pingIntervalMs, () => {
      // A late timer means that the page slept: the server's messages may still be in the queue.
      const slept = clock.monotonic() - askedAt > 2 * pingIntervalMs;
      if (!hasReceived && !slept) return onConnectionLost();
      ping();
      void handOverToken();
      keepAlive();
    });
  }

  async function handOverToken(): Promise<void> {
    const mine = generation;
    // Ignored here: the server reports its refusal itself, and that is handled there.
    const token = await authorization.token().catch(() => null);
    if (generation !== mine || token === null || token === sentToken) return;
    sentToken = token;
    socket?.send({ type: 'authorize', token });
  }

  function refuse({ channel, error }: Extract<LiveServerMessage, { readonly type: 'error' }>): void {
    const problem = new WatchpostError(error.code, { message: error.message });
    if (channel !== null) {
      const viewer = viewers.get(channel);
      if (!viewer) return;
      viewer.isRefused = final.includes(error.code);
      return contain(() => viewer.handlers.onError?.(problem));
    }
    if (final.includes(error.code)) return stop(problem);
    if (error.code !== 'unauthorized' && error.code !== 'session-expired') return onConnectionLost();
    // The renewed token was refused too: this is final, as with a request.
    if (refusedToken !== null) {
      if (sentToken !== null) authorization.rejected(sentToken);
      return stop(problem);
    }
    refusedToken = sentToken;
    notifyReconnecting();
    void connect();
  }

  /** Handles a connection that was cut or never opened. */
  function onConnectionLost(): void {
    const wasOpen = state.peek() === 'open';
    clear();
    state.value = 'waiting';
    if (wasOpen) notifyReconnecting();
    later(network?.isOnline() === false ? connectTimeoutMs : backOffDelay(attempt, random(), retryLimits), connect);
    attempt += 1;
  }

  function notifyReconnecting(): void {
    for (const viewer of [...viewers.values()]) contain(() => viewer.handlers.onReconnecting?.());
  }

  function stop(error: WatchpostError): void {
    clear();
    refusedToken = null;
    attempt = 0;
    state.value = 'stopped';
    for (const viewer of [...viewers.values()]) contain(() => viewer.handlers.onError?.(error));
  }

  function comeBack(): void {
    if (state.peek() === 'waiting') {
      attempt = 0;
      void connect();
    } else if (state.peek() === 'open') {
      hasReceived = false;
      ping();
      later(proofTimeoutMs, () => !hasReceived && onConnectionLost());
    }
  }

  function freeChannel(): number {
    do nextChannel = (nextChannel + 1) % 65_536;
    while (viewers.has(nextChannel));
    return nextChannel;
  }

  function subscribe(wants: LiveSubscription, handlers: LiveHandlers): LiveFlow {
    return flowOf(add(wants, handlers));
  }

  function add(wants: LiveSubscription, handlers: LiveHandlers): Viewer {
    cancelIdle?.();
    cancelIdle = null;
    const viewer: Viewer = { channel: freeChannel(), handlers, wants, isRefused: false };
    viewers.set(viewer.channel, viewer);
    start(viewer);
    if (state.peek() === 'idle' || state.peek() === 'stopped') void connect();
    return viewer;
  }

  function flowOf(viewer: Viewer): LiveFlow {
    const end = (): void => {
      if (!viewers.delete(viewer.channel)) return;
      if (state.peek() === 'open' && !viewer.isRefused) socket?.send({ type: 'unsubscribe', channel: viewer.channel });
      if (viewers.size === 0) cancelIdle = clock.after(idleTimeoutMs, close);
    };
    return Object.assign(end, {
      update(change: Partial<LiveSubscription>) {
        viewer.wants = { ...viewer.wants, ...change };
        if (viewers.has(viewer.channel)) start(viewer);
      },
    });
  }

  return {
    state,
    subscribe,
    talk(request, handlers) {
      // Few users ever speak: the code loads on first use.
      const talk = import('./player-talk.ts').then(({ createTalk }) =>
        createTalk(request, handlers, {
          subscribe: (wants, listener) => {
            const viewer = add(wants, listener);
            return { channel: viewer.channel, end: flowOf(viewer) };
          },
          send: (data) => void (state.peek() === 'open' && socket?.send(data)),
        }),
      );
      talk.catch((cause: unknown) => contain(() => handlers.onError?.(new WatchpostError('network', { cause }))));
      return { send: (chunk) => void talk.then((open) => open.send(chunk)), end: () => void talk.then((open) => open.end()) };
    },
    serverNow: serverClock.now,
    dispose() {
      forgetNetwork?.();
      cancelIdle?.();
      viewers.clear();
      close();
    },
  };
}
