import type { Signal } from '@preact/signals-core';
import { authorizeMqtt } from '@watchpost/contract/endpoints/events';
import type { CameraEventMessage } from '@watchpost/contract/protocols/mqtt';
import type { MqttAuthorization } from '@watchpost/contract/schemas/events';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import { createPacketReader, encodeConnect, encodePing, encodeSubscribe, type MqttPacket } from '../../kernel/mqtt/mqtt-codec.ts';
import type { ClockPort, NetworkPort, WebSocketLike } from '../../kernel/ports.ts';
import { createTimers } from '../../kernel/timers.ts';
import { readUpdate } from './events-live-messages.ts';
import type { CameraStateChange, LiveUpdatesState } from './events-live-state.ts';

export interface LiveUpdatesOptions {
  readonly http: HttpClient;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
  readonly random: () => number;
  readonly webSocket: (url: string, protocols: string[]) => WebSocketLike;
}

export interface LiveUpdatesHandlers extends LiveUpdatesOptions {
  readonly state: Signal<LiveUpdatesState>;
  onCameraState(change: CameraStateChange): void;
  onEvent(change: CameraEventMessage): void;
  onCamerasChanged(): void;
}

export interface LiveUpdatesConnection {
  close(): void;
}

/** Milliseconds. */
const openTimeout = 10_000;
const pingEvery = 20_000;
const shortestBackOff = 500;
const longestBackOff = 15_000;
/** A connection that held this long starts the back-off anew; one that is cut at once does not. */
const stableAfter = 5000;
/** The password is renewed so long before its end. */
const renewBefore = 60_000;
/** An offline page tries all the same: the platform's hint may be wrong. */
const offlineRetry = 15_000;
const keepAliveSeconds = 60;
/** Topics in one message: a broker refuses long ones. */
const topicsAtOnce = 100;

export function createLiveUpdatesConnection({ http, clock, network, random, webSocket, state, ...handlers }: LiveUpdatesHandlers): LiveUpdatesConnection {
  let socket: WebSocketLike | null = null;
  /** Raised by each attempt: what an older one still has to say is ignored. */
  let generation = 0;
  let attempt = 0;
  let hasHeard = false;
  let lastId = 0;
  let cancelTimeout = (): void => undefined;
  let subscribed: ReadonlySet<string> = new Set();
  /** Ids of the messages whose answer opens the connection. */
  const awaited = new Set<number>();
  const { later, cancelAll } = createTimers(clock);
  const forgetNetwork = network?.subscribe((online) => online && comeBack());

  /** Ends the attempt or the connection that is, silently. */
  const clear = (): void => {
    generation += 1;
    cancelAll();
    awaited.clear();
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
    cancelTimeout = later(openTimeout, lose);
    try {
      const authorization = await authorize();
      if (generation === mine) open(authorization, mine);
    } catch (error) {
      if (generation !== mine) return;
      // An embed token, or a session that has ended: asking again would change nothing.
      if (error instanceof WatchpostError && (error.code === 'session-expired' || error.status === 401)) stop();
      else lose();
    }
  };

  function open(authorization: MqttAuthorization, mine: number): void {
    const read = createPacketReader();
    // A path when the broker is this server's own.
    const fresh = webSocket(new URL(authorization.url, http.baseUrl).href.replace(/^http/, 'ws'), ['mqtt']);
    socket = fresh;
    fresh.binaryType = 'arraybuffer';
    fresh.addEventListener('open', () => generation === mine && fresh.send(encodeConnect(authorization, keepAliveSeconds)));
    fresh.addEventListener('message', ({ data }) => {
      if (generation !== mine || !(data instanceof ArrayBuffer)) return;
      hasHeard = true;
      try {
        for (const packet of read(new Uint8Array(data))) receive(packet, authorization);
      } catch {
        lose();
      }
    });
    for (const type of ['close', 'error'] as const) fresh.addEventListener(type, () => generation === mine && lose());
  }

  function receive(packet: MqttPacket, authorization: MqttAuthorization): void {
    if (packet.type === 'connected') {
      if (packet.code !== 0) return lose();
      for (const id of subscribe(authorization.topics)) awaited.add(id);
      later(Math.max(openTimeout, authorization.expiresAt - clock.now() - renewBefore), () => void connect());
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
    later(stableAfter, () => (attempt = 0));
    keepAlive();
  }

  /** Cameras that are new are listened to at once. */
  async function follow(): Promise<void> {
    handlers.onCamerasChanged();
    const mine = generation;
    const authorization = await authorize().catch(() => null);
    if (generation === mine && authorization) subscribe(authorization.topics);
  }

  /** @returns the ids of its messages */
  function subscribe(topics: readonly string[]): number[] {
    const fresh = topics.filter((topic) => !subscribed.has(topic));
    subscribed = new Set(topics);
    const ids: number[] = [];
    for (let from = 0; from < fresh.length; from += topicsAtOnce) {
      lastId = (lastId % 65_535) + 1;
      ids.push(lastId);
      socket?.send(encodeSubscribe(lastId, fresh.slice(from, from + topicsAtOnce)));
    }
    return ids;
  }

  function keepAlive(): void {
    const askedAt = clock.monotonic();
    hasHeard = false;
    socket?.send(encodePing());
    later(pingEvery, () => {
      // A timer that comes late means that the page slept: what the server sent may still be in the queue.
      const slept = clock.monotonic() - askedAt > 2 * pingEvery;
      if (!hasHeard && !slept) return lose();
      keepAlive();
    });
  }

  /** Cut off, or never got there. */
  function lose(): void {
    clear();
    state.value = 'waiting';
    const delay = random() * Math.min(longestBackOff, shortestBackOff * 2 ** attempt);
    attempt += 1;
    later(network?.isOnline() === false ? offlineRetry : delay, () => void connect());
  }

  function stop(): void {
    clear();
    state.value = 'stopped';
  }

  function comeBack(): void {
    if (state.peek() !== 'waiting') return;
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
