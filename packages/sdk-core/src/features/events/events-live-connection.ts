import type { Signal } from '@preact/signals-core';
import { authorizeMqtt } from '@watchpost/contract/endpoints/events';
import type { CameraEventMessage } from '@watchpost/contract/protocols/mqtt';
import type { MqttAuthorization } from '@watchpost/contract/schemas/events';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import { createPacketReader, encodeConnect, encodePing, encodeSubscribe, type MqttPacket } from '../../kernel/mqtt/mqtt-codec.ts';
import type { ClockPort, NetworkPort, WebSocketLike } from '../../kernel/ports.ts';
import type { ServerClock } from '../../kernel/timing/server-clock.ts';
import { createTimers } from '../../kernel/timing/timers.ts';
import { webSocketOpener } from '../../kernel/web-socket.ts';
import type { OpenWebSocket } from '../../kernel/web-socket.ts';
import { readUpdate } from './events-live-messages.ts';
import type { CameraStateChange, LiveUpdatesState } from './events-live-state.ts';

export interface LiveUpdatesOptions {
  readonly http: HttpClient;
  readonly clock: ClockPort;
  readonly serverClock: ServerClock;
  readonly network: NetworkPort | null;
  readonly random: () => number;
  /** The platform's own by default. */
  readonly webSocket: OpenWebSocket | undefined;
}

export interface LiveUpdatesHandlers extends LiveUpdatesOptions {
  readonly state: Signal<LiveUpdatesState>;
  readonly error: Signal<WatchpostError | null>;
  onCameraState(change: CameraStateChange): void;
  onEvent(change: CameraEventMessage): void;
  onCamerasChanged(): void;
}

export interface LiveUpdatesConnection {
  close(): void;
}

/** Milliseconds. */
const openTimeoutMs = 10_000;
/** Subscribers to camera states learn within two of these intervals that the connection is silent. */
const pingIntervalMs = 1000;
/** A slow network may answer late; after this timeout, the connection is closed. */
const silenceTimeoutMs = 10_000;
const retryLimits = { minMs: 500, maxMs: 15_000 };
/** A connection that lasted this long resets the back-off; one that is cut immediately doesn't. */
const stableAfterMs = 5000;
/** Time before its expiry at which the password is renewed. */
const renewBeforeMs = 60_000;
/** An offline page retries all the same: the platform's hint may be wrong. */
const offlineRetryMs = 15_000;
const keepAliveSeconds = 60;
/** Topics per message: brokers refuse long messages. */
const maxTopicsPerMessage = 100;

export function createLiveUpdatesConnection({
  http,
  clock,
  serverClock,
  network,
  random,
  webSocket,
  state,
  error,
  ...handlers
}: LiveUpdatesHandlers): LiveUpdatesConnection {
  let socket: WebSocketLike | null = null;
  /** Incremented by each attempt, so that late results of an older one are ignored. */
  let generation = 0;
  let attempt = 0;
  let hasReceived = false;
  /** Monotonic milliseconds. */
  let silentSince: number | null = null;
  let lastId = 0;
  let cancelTimeout = (): void => undefined;
  let subscribed: ReadonlySet<string> = new Set();
  /** Ids of the messages whose answers open the connection. */
  const awaited = new Set<number>();
  const { later, cancelAll } = createTimers(clock);
  const forgetNetwork = network?.subscribe((online) => online && onNetworkOnline());

  /** Ends the current attempt or connection without a report. */
  const clear = (): void => {
    generation += 1;
    cancelAll();
    awaited.clear();
    silentSince = null;
    subscribed = new Set();
    const old = socket;
    socket = null;
    old?.close();
  };
  const authorize = (): Promise<MqttAuthorization> => http.request<MqttAuthorization>(authorizeMqtt);

  const connect = async (): Promise<void> => {
    clear();
    const mine = generation;
    state.value = 'connecting';
    cancelTimeout = later(openTimeoutMs, onConnectionLost);
    try {
      const openSocket = await webSocketOpener(webSocket);
      const authorization = await authorize();
      if (generation === mine) open(openSocket, authorization, mine);
    } catch (problem) {
      if (generation !== mine) return;
      // An embed token, an ended session or a platform without WebSocket: a retry would change nothing.
      if (problem instanceof WatchpostError && (['session-expired', 'no-websocket'].includes(problem.code) || problem.status === 401))
        stop(problem);
      else onConnectionLost();
    }
  };

  function open(openSocket: OpenWebSocket, authorization: MqttAuthorization, mine: number): void {
    const read = createPacketReader();
    // A path if the broker is this server.
    const url = authorization.url.startsWith('/') ? http.baseUrl + authorization.url : authorization.url;
    const fresh = openSocket(url.replace(/^http/, 'ws'), ['mqtt']);
    socket = fresh;
    fresh.binaryType = 'arraybuffer';
    fresh.addEventListener('open', () => generation === mine && fresh.send(encodeConnect(authorization, keepAliveSeconds)));
    fresh.addEventListener('message', ({ data }) => {
      if (generation !== mine || !(data instanceof ArrayBuffer)) return;
      hasReceived = true;
      if (state.peek() === 'silent') state.value = 'open';
      try {
        for (const packet of read(new Uint8Array(data))) receive(packet, authorization);
      } catch {
        onConnectionLost();
      }
    });
    for (const type of ['close', 'error'] as const) fresh.addEventListener(type, () => generation === mine && onConnectionLost());
  }

  function receive(packet: MqttPacket, authorization: MqttAuthorization): void {
    if (packet.type === 'connected') {
      if (packet.code !== 0) return onConnectionLost();
      for (const id of subscribe(authorization.topics)) awaited.add(id);
      later(Math.max(openTimeoutMs, authorization.expiresAt - serverClock.now() - renewBeforeMs), () => void connect());
    } else if (packet.type === 'granted') {
      if (awaited.delete(packet.id) && awaited.size === 0) opened();
    } else if (packet.type === 'message') {
      const update = readUpdate(packet.topic, packet.payload);
      if (update?.kind === 'state') handlers.onCameraState(update.change);
      if (update?.kind === 'event') handlers.onEvent(update.change);
      if (update?.kind === 'cameras') void follow();
    }
  }

  function opened(): void {
    cancelTimeout();
    state.value = 'open';
    later(stableAfterMs, () => (attempt = 0));
    keepAlive();
  }

  /** Subscribes to new cameras immediately. */
  async function follow(): Promise<void> {
    handlers.onCamerasChanged();
    const mine = generation;
    const authorization = await authorize().catch(() => null);
    if (generation === mine && authorization) subscribe(authorization.topics);
  }

  /** @returns the ids of the sent messages */
  function subscribe(topics: readonly string[]): number[] {
    const fresh = topics.filter((topic) => !subscribed.has(topic));
    subscribed = new Set(topics);
    const ids: number[] = [];
    for (let from = 0; from < fresh.length; from += maxTopicsPerMessage) {
      lastId = (lastId % 65_535) + 1;
      ids.push(lastId);
      socket?.send(encodeSubscribe(lastId, fresh.slice(from, from + maxTopicsPerMessage)));
    }
    return ids;
  }

  function keepAlive(): void {
    const askedAt = clock.monotonic();
    hasReceived = false;
    socket?.send(encodePing());
    later(pingIntervalMs, () => {
      // A late timer means that the page slept: the server's messages may still be in the queue.
      const slept = clock.monotonic() - askedAt > 2 * pingIntervalMs;
      silentSince = hasReceived || slept ? null : (silentSince ?? askedAt);
      if (silentSince !== null) {
        if (clock.monotonic() - silentSince >= silenceTimeoutMs) return onConnectionLost();
        state.value = 'silent';
      }
      keepAlive();
    });
  }

  /** Handles a connection that was cut or never opened. */
  function onConnectionLost(): void {
    clear();
    state.value = 'waiting';
    const delay = backOffDelay(attempt, random(), retryLimits);
    attempt += 1;
    later(network?.isOnline() === false ? offlineRetryMs : delay, () => void connect());
  }

  function stop(problem: WatchpostError): void {
    clear();
    error.value = problem;
    state.value = 'stopped';
  }

  /** The network is back, maybe another one: an attempt over the old one may hang. */
  function onNetworkOnline(): void {
    if (state.peek() === 'open') return;
    attempt = 0;
    void connect();
  }

  void connect();
  return {
    close: () => {
      forgetNetwork?.();
      clear();
    },
  };
}
