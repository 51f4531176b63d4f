import { signal } from '@preact/signals-core';
import type { LiveServerMessage } from '@watchpost/contract/protocols/live';
import { contain } from '../../kernel/emitter.ts';
import { WatchpostError } from '../../kernel/errors.ts';
import type { Authorization } from '../../kernel/http.ts';
import type { ClockPort, NetworkPort, WebSocketLike } from '../../kernel/ports.ts';
import { createTimers } from '../../kernel/timers.ts';
import { backOff, createServerClock } from './player-clock.ts';
import { createSocketOpener, openLiveSocket } from './player-socket.ts';
import type { LiveSocket } from './player-socket.ts';
import type { LiveConnection, LiveConnectionState, LiveFlow, LiveHandlers, LiveSubscription } from './player-types.ts';

export interface LiveConnectionOptions {
  readonly url: string;
  readonly authorization: Authorization;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
  readonly random: () => number;
  readonly webSocket: (url: string, protocols: string[]) => WebSocketLike;
  /** Resolves when the server answers anything at all to a request. */
  readonly reach: (signal: AbortSignal) => Promise<unknown>;
}
export interface OwnedLiveConnection extends LiveConnection {
  dispose(): void;
}

interface Viewer {
  readonly channel: number;
  readonly handlers: LiveHandlers;
  wants: LiveSubscription;
  /** Refused for good: not subscribed again after a reconnect. */
  isRefused: boolean;
}

/** Milliseconds. */
const idleBeforeClose = 5_000;
const connectTimeout = 10_000;
const reachTimeout = 2_000;
const pingInterval = 5_000;
/** After the network came back, an open socket has this long to prove that it lives. */
const proofTimeout = 2_000;
/** A connection that held this long starts the back-off anew; one that is cut at once does not. */
const stableAfter = 5_000;
const final: readonly string[] = ['not-found', 'forbidden', 'origin-forbidden', 'no-archive-access'];

export function createLiveConnection({ url, authorization, clock, network, random, webSocket, reach }: LiveConnectionOptions): OwnedLiveConnection {
  const state = signal<LiveConnectionState>('idle');
  const serverClock = createServerClock(clock);
  const create = createSocketOpener(url, webSocket);
  const viewers = new Map<number, Viewer>();
  const pings = new Map<number, number>();
  let nextChannel = 0;
  let nextPing = 0;
  /** Raised by each attempt and each close: what an older attempt still has to say is ignored. */
  let generation = 0;
  let socket: LiveSocket | null = null;
  let sentToken: string | null = null;
  let refusedToken: string | null = null;
  let attempt = 0;
  let hasHeard = false;
  const { later, cancelAll } = createTimers(clock);
  let cancelIdle: (() => void) | null = null;
  let reaching: AbortController | null = null;
  const forgetNetwork = network?.subscribe((online) => (online ? comeBack() : undefined));

  /** Ends the attempt or the connection that is, silently. */
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
    later(connectTimeout, lose);
    try {
      if (attempt > 0) await reachServer();
      if (generation !== mine) return;
      const token = refusedToken === null ? await authorization.token() : await authorization.renew(refusedToken);
      if (generation !== mine) return;
      if (token === null) throw new WatchpostError('session-expired');
      sentToken = token;
      socket = openLiveSocket(create, {
        onOpen: () => socket?.send({ type: 'authorize', token }),
        onMessage: receive,
        onMedia(media) {
          hasHeard = true;
          const handlers = viewers.get(media.channel)?.handlers;
          contain(() => handlers?.onMedia?.(media));
        },
        onClosed: lose,
      });
    } catch (error) {
      if (generation !== mine) return;
      if (error instanceof WatchpostError && error.code === 'session-expired') stop(error);
      else lose();
    }
  }

  /**
   * After a failure a request goes first: Chromium holds up WebSockets for as long as 5 s when many have failed, and the picture with them.
   * @throws when nobody answers
   */
  async function reachServer(): Promise<void> {
    const mine = new AbortController();
    reaching = mine;
    later(reachTimeout, () => mine.abort());
    await reach(mine.signal);
  }

  function receive(message: LiveServerMessage): void {
    hasHeard = true;
    if (message.type === 'authorized') return opened();
    if (message.type === 'pong') {
      const sentAt = pings.get(message.id);
      pings.delete(message.id);
      if (sentAt !== undefined) serverClock.sample(sentAt, clock.monotonic(), message.serverTime);
      return;
    }
    if (message.type === 'error') return refuse(message);
    const handlers = viewers.get(message.channel)?.handlers;
    contain(() => {
      if (message.type === 'tracks') handlers?.onTracks?.(message);
      if (message.type === 'state') handlers?.onState?.(message);
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
    later(stableAfter, () => (attempt = 0));
    keepAlive();
  }

  function start({ channel, wants, isRefused }: Viewer): void {
    if (!isRefused && state.peek() === 'open') socket?.send({ type: 'subscribe', channel, ...wants });
  }

  function ping(): void {
    const id = (nextPing += 1);
    pings.set(id, clock.monotonic());
    socket?.send({ type: 'ping', id });
  }

  /** Asks for a sign of life, and hands a new token over before the old one ends. */
  function keepAlive(): void {
    const askedAt = clock.monotonic();
    hasHeard = false;
    later(pingInterval, () => {
      // A timer that comes late means that the page slept: what the server sent may still be in the queue.
      const slept = clock.monotonic() - askedAt > 2 * pingInterval;
      if (!hasHeard && !slept) return lose();
      ping();
      void handOverToken();
      keepAlive();
    });
  }

  async function handOverToken(): Promise<void> {
    const mine = generation;
    // Refused: the server will say so itself, and that is handled there.
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
    if (error.code !== 'unauthorized' && error.code !== 'session-expired') return lose();
    // A renewed token is refused too: as with a request, that is the end of it.
    if (refusedToken !== null) {
      if (sentToken !== null) authorization.rejected(sentToken);
      return stop(problem);
    }
    refusedToken = sentToken;
    tellReconnecting();
    void connect();
  }

  /** Cut off, or never got there. */
  function lose(): void {
    const wasOpen = state.peek() === 'open';
    clear();
    state.value = 'waiting';
    if (wasOpen) tellReconnecting();
    later(network?.isOnline() === false ? connectTimeout : backOff(attempt, random), connect);
    attempt += 1;
  }

  function tellReconnecting(): void {
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
      hasHeard = false;
      ping();
      later(proofTimeout, () => !hasHeard && lose());
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
      if (viewers.size === 0) cancelIdle = clock.after(idleBeforeClose, close);
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
      // Few ever speak: the code comes when somebody does.
      const talk = import('./player-talk.ts').then(({ createTalk }) => createTalk(request, handlers, { subscribe: (wants, listener) => {
        const viewer = add(wants, listener);
        return { channel: viewer.channel, end: flowOf(viewer) };
      }, send: (data) => void (state.peek() === 'open' && socket?.send(data)) }));
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
