import { agentLink } from '@watchpost/contract/endpoints/add-camera';
import { agentSubprotocol, encodeAgentSample } from '@watchpost/contract/protocols/agent';
import type { AgentAuthorization, AgentMessage, AgentServerMessage } from '@watchpost/contract/protocols/agent';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import { createTimers } from '../../kernel/timing/timers.ts';
import type { PhoneLinkState, PhoneSample, PhoneSocket, PhoneTracks } from './phone-camera-types.ts';

export interface PhoneLinkOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly webSocket: (url: string, protocols: string[]) => PhoneSocket;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
  readonly random: () => number;
  /** `live`: the server accepts samples from now on, starting with the tracks and a key frame. */
  readonly onState: (state: PhoneLinkState) => void;
  /** Ended permanently: the server no longer knows this phone, or the same phone connected a second time. */
  readonly onEnded: (reason: 'refused' | 'replaced') => void;
  /** The server can't decode what this phone sends. */
  readonly onUnreadable: () => void;
}

/** The connection to the server; reconnects automatically. */
export interface PhoneLink {
  readonly isLive: boolean;
  /** Number of bytes that wait to be sent. */
  readonly waiting: number;
  sendTracks(tracks: PhoneTracks): void;
  sendSample(sample: PhoneSample): void;
  close(): void;
}

/** Milliseconds. */
const connectTimeoutMs = 10_000;
const retryLimits = { minMs: 500, maxMs: 5000 };
/** A connection that lasted this long resets the back-off; one that is cut immediately doesn't. */
const stableAfterMs = 5000;
const checkIntervalMs = 1000;
/** If the waiting data has not shrunk for this long, the connection is dead, ms. */
const stallTimeoutMs = 8000;
/** By the server's close code. A replaced phone must not reconnect: the two would replace each other forever. */
const endings: Readonly<Record<number, 'refused' | 'replaced'>> = { 4401: 'refused', 4000: 'replaced' };

export function createPhoneLink({
  baseUrl,
  token,
  webSocket,
  clock,
  network,
  random,
  onState,
  onEnded,
  onUnreadable,
}: PhoneLinkOptions): PhoneLink {
  const url = (baseUrl + agentLink.path).replace(/^http/, 'ws');
  let socket: PhoneSocket | null = null;
  let isLive = false;
  let attempt = 0;
  const { later, cancelAll } = createTimers(clock);
  const forgetNetwork = network?.subscribe((online) => {
    if (!online || socket) return;
    attempt = 0;
    connect();
  });

  /** Ends the current attempt or connection without a report. */
  const clear = (): void => {
    cancelAll();
    isLive = false;
    const old = socket;
    socket = null;
    old?.close();
  };
  const send = (message: AgentMessage | AgentAuthorization): void => socket?.send(JSON.stringify(message));
  const onConnectionLost = (): void => {
    clear();
    onState('waiting');
    later(backOffDelay(attempt, random(), retryLimits), connect);
    attempt += 1;
  };

  function connect(): void {
    clear();
    onState('connecting');
    later(connectTimeoutMs, onConnectionLost);
    const fresh = webSocket(url, [agentSubprotocol]);
    socket = fresh;
    fresh.binaryType = 'arraybuffer';
    const isCurrent = (): boolean => socket === fresh;
    fresh.addEventListener('open', () => isCurrent() && send({ type: 'authorize', token }));
    fresh.addEventListener('message', ({ data }) => {
      if (isCurrent() && typeof data === 'string') receive(data);
    });
    fresh.addEventListener('error', () => isCurrent() && onConnectionLost());
    fresh.addEventListener('close', ({ code }) => {
      if (!isCurrent()) return;
      const reason = endings[code];
      if (!reason) return onConnectionLost();
      close();
      onEnded(reason);
    });
  }

  function receive(text: string): void {
    // The others don't matter: a phone has neither a substream nor a speaker.
    const message: AgentServerMessage = JSON.parse(text);
    if (message.type === 'unreadable') return onUnreadable();
    if (message.type !== 'welcome' || isLive) return;
    cancelAll();
    isLive = true;
    send({ type: 'capabilities', speaker: false, low: false });
    later(stableAfterMs, () => (attempt = 0));
    watch(0, clock.monotonic());
    onState('live');
  }

  /** Browsers don't expose the server's pings, but unsent data shows that a connection is dead. */
  function watch(before: number, movedAt: number): void {
    later(checkIntervalMs, () => {
      const waiting = socket?.bufferedAmount ?? 0;
      const now = clock.monotonic();
      const hasMoved = waiting === 0 || waiting < before;
      if (!hasMoved && now - movedAt >= stallTimeoutMs) onConnectionLost();
      else watch(waiting, hasMoved ? now : movedAt);
    });
  }

  function close(): void {
    forgetNetwork?.();
    clear();
  }

  connect();
  return {
    get isLive() {
      return isLive;
    },
    get waiting() {
      return socket?.bufferedAmount ?? 0;
    },
    sendTracks: ({ video, audio }) => {
      if (isLive) send({ type: 'tracks', stream: 'main', video, audio });
    },
    sendSample: (sample) => {
      if (isLive) socket?.send(new Uint8Array(encodeAgentSample({ ...sample, stream: 'main' })));
    },
    close,
  };
}
