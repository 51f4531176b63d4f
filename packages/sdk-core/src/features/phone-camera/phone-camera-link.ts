import { agentLink } from '@watchpost/contract/endpoints/add-camera';
import { agentSubprotocol, encodeAgentSample } from '@watchpost/contract/protocols/agent';
import type { AgentAuthorization, AgentMessage, AgentServerMessage } from '@watchpost/contract/protocols/agent';
import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import { createTimers } from '../../kernel/timers.ts';
import type { PhoneLinkState, PhoneSample, PhoneSocket, PhoneTracks } from './phone-camera-types.ts';

export interface PhoneLinkOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly webSocket: (url: string, protocols: string[]) => PhoneSocket;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
  readonly random: () => number;
  /** `live`: the server takes pictures from now on, beginning with the tracks and a key frame. */
  readonly onState: (state: PhoneLinkState) => void;
  /** Over for good: the server does not know this phone any more, or the same phone has connected a second time. */
  readonly onEnded: (reason: 'refused' | 'replaced') => void;
}

/** The way to the server; comes back by itself. */
export interface PhoneLink {
  readonly isLive: boolean;
  /** Bytes that wait to be sent. */
  readonly waiting: number;
  sendTracks(tracks: PhoneTracks): void;
  sendSample(sample: PhoneSample): void;
  close(): void;
}

/** Milliseconds. */
const connectTimeout = 10_000;
const shortest = 500;
const longest = 5000;
/** A connection that held this long starts the back-off anew; one that is cut at once does not. */
const stableAfter = 5000;
const lookEvery = 1000;
/** What waits has not become less for so long: nobody is there any more. */
const deadAfter = 8000;
/** By the code with which the server closes. Who was replaced must not come back: the two would throw each other out for ever. */
const endings: Readonly<Record<number, 'refused' | 'replaced'>> = { 4401: 'refused', 4000: 'replaced' };

export function createPhoneLink({ baseUrl, token, webSocket, clock, network, random, onState, onEnded }: PhoneLinkOptions): PhoneLink {
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

  /** Ends the attempt or the connection that is, silently. */
  const clear = (): void => {
    cancelAll();
    isLive = false;
    const old = socket;
    socket = null;
    old?.close();
  };
  const send = (message: AgentMessage | AgentAuthorization): void => socket?.send(JSON.stringify(message));
  const lose = (): void => {
    clear();
    onState('waiting');
    later(random() * Math.min(longest, shortest * 2 ** attempt), connect);
    attempt += 1;
  };

  function connect(): void {
    clear();
    onState('connecting');
    later(connectTimeout, lose);
    const fresh = webSocket(url, [agentSubprotocol]);
    socket = fresh;
    fresh.binaryType = 'arraybuffer';
    const isCurrent = (): boolean => socket === fresh;
    fresh.addEventListener('open', () => isCurrent() && send({ type: 'authorize', token }));
    fresh.addEventListener('message', ({ data }) => {
      if (isCurrent() && typeof data === 'string') receive(data);
    });
    fresh.addEventListener('error', () => isCurrent() && lose());
    fresh.addEventListener('close', ({ code }) => {
      if (!isCurrent()) return;
      const reason = endings[code];
      if (!reason) return lose();
      close();
      onEnded(reason);
    });
  }

  function receive(text: string): void {
    // The server's side of our own protocol; of what else it says nothing concerns a phone, which has neither a low stream nor a speaker.
    const message: AgentServerMessage = JSON.parse(text);
    if (message.type !== 'welcome' || isLive) return;
    cancelAll();
    isLive = true;
    send({ type: 'capabilities', speaker: false, low: false });
    later(stableAfter, () => (attempt = 0));
    watch(0, clock.monotonic());
    onState('live');
  }

  /** A browser does not show the server's pings; but what it could not send shows that a line is dead. */
  function watch(before: number, movedAt: number): void {
    later(lookEvery, () => {
      const waiting = socket?.bufferedAmount ?? 0;
      const now = clock.monotonic();
      const hasMoved = waiting === 0 || waiting < before;
      if (!hasMoved && now - movedAt >= deadAfter) lose();
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
