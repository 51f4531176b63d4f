import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { agentLink } from '@watchpost/contract/endpoints/add-camera';
import {
  agentSubprotocol,
  encodeAgentSample,
  removalHeader,
  type AgentMessage,
  type AgentMissedSpan,
  type AgentServerMessage,
  type AgentStream,
} from '@watchpost/contract/protocols/agent';
import type { Clock } from '@watchpost/contract/timing/clock';
import WebSocket from 'ws';
import type { Timeline } from '../sources/pace.ts';
import { createSpeech, type Speaker } from '../speaker/speech.ts';
import { sendLate } from './late-sender.ts';
import { createLiveSender, type Outlet } from './live-sender.ts';
import { watchSilence, watchUplink } from './link-watch.ts';
import { sendLow } from './low-sender.ts';
import type { MainFeed } from './main-feed.ts';
import { createRoundTrip } from './round-trip.ts';
import type { UplinkChoice } from './uplink-choice.ts';
import { onServer } from '../kernel/server-address.ts';

export interface ConnectionContext {
  readonly serverUrl: string;
  readonly agentToken: string;
  readonly removalHash: string | undefined;
  readonly speaker: Speaker | undefined;
  readonly clock: Clock;
  readonly feed: MainFeed;
  readonly timeline: Timeline;
  readonly timelineName: string;
  readonly uplink: UplinkChoice;
  readonly random: () => number;
  /** ms */
  readonly handshakeTimeout: number;
  readonly onOpen: (detail: string) => void;
  readonly onProblem: (problem: string) => void;
}

export interface ConnectionEnd {
  /** The server proved that the camera was removed. */
  readonly isRemoved: boolean;
  readonly detail: string;
}

/** Runs one connection until it ends. */
export function connectOnce(context: ConnectionContext, signal: AbortSignal): Promise<ConnectionEnd> {
  const { serverUrl, agentToken, speaker, clock, feed, timeline, uplink, random, onProblem } = context;
  return new Promise((resolve) => {
    const url = onServer(serverUrl, agentLink.path);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url, agentSubprotocol, {
      headers: { authorization: `Bearer ${agentToken}` },
      handshakeTimeout: context.handshakeTimeout,
      perMessageDeflate: false,
    });
    const ended = new AbortController();
    const outlet = createOutlet(socket, context.timelineName);
    const live = createLiveSender(feed.kept, outlet);
    const roundTrip = createRoundTrip(socket, clock);
    const speech = createSpeech(speaker, onProblem);
    const silence = watchSilence(clock, ended.signal, () => socket.terminate());
    let lowSender: AbortController | null = null;
    let late: AbortController | null = null;
    let isRemoved = false;
    let detail = 'closed';

    const close = (): void => socket.close(1000);
    signal.addEventListener('abort', close);

    const startLow = (): void => {
      lowSender?.abort();
      lowSender = null;
      if (!feed.low) return;
      lowSender = new AbortController();
      sendLow({ source: feed.low, timeline, clock, random, outlet, onProblem }, AbortSignal.any([lowSender.signal, ended.signal]));
    };
    const setWanted = (streams: readonly AgentStream[]): void => {
      const isWanted = streams.includes('low') && feed.low !== undefined;
      if (isWanted === (lowSender !== null)) return;
      if (isWanted) return startLow();
      lowSender?.abort();
      lowSender = null;
      send(socket, { type: 'ended', stream: 'low' });
    };
    const catchUp = (spans: readonly AgentMissedSpan[]): void => {
      late?.abort();
      const mine = new AbortController();
      late = mine;
      void sendLate({ kept: feed.kept, outlet, roundTrip }, spans, AbortSignal.any([mine.signal, ended.signal])).then((isDone) => {
        if (isDone && !mine.signal.aborted) send(socket, { type: 'caught-up' });
      });
    };
    const onMessage = (message: AgentServerMessage): void => {
      switch (message.type) {
        case 'welcome':
          return silence.setPingInterval(message.pingEvery);
        case 'wanted':
          return setWanted(message.streams);
        case 'missed':
          return catchUp(message.spans);
        case 'unreadable':
          return onProblem('the server cannot decode the video of this camera: use H.264 and another profile in its settings');
        case 'talk':
          return speech.begin(message.mimeType);
        case 'talk-end':
          return speech.end();
      }
    };

    socket.on('open', () => {
      context.onOpen(url.host);
      send(socket, { type: 'capabilities', speaker: speaker !== undefined, low: feed.low !== undefined });
      // Send the most watched stream before the server asks for it.
      feed.listen({
        onFrame: live.push,
        onLow: () => {
          if (lowSender) startLow();
        },
        onGone: () => {
          live.reset();
          send(socket, { type: 'ended', stream: 'main' });
        },
      });
      live.push();
      const onDelay = (delay: number): void => {
        // A dead connection does not count as a slow uplink.
        if (!silence.isPingOverdue()) feed.use(uplink.observe(clock.monotonic(), Math.max(delay, live.behind * 1000)));
      };
      void watchUplink({ clock, roundTrip, onDelay }, ended.signal);
    });
    socket.on('message', (data, isBinary) => {
      silence.heard();
      if (!Buffer.isBuffer(data)) return;
      if (isBinary) return speech.hear(data);
      // The server's side of our own protocol.
      onMessage(JSON.parse(data.toString()) as AgentServerMessage);
    });
    socket.on('ping', silence.heard);
    socket.on('unexpected-response', (_, response) => {
      isRemoved = showsRemoval(response, context.removalHash);
      detail = isRemoved ? 'the camera was removed' : `the server answered with ${response.statusCode}`;
      response.resume();
      socket.terminate();
    });
    socket.on('error', (error) => {
      // Closing after an answer is also an error, but the answer says more.
      if (detail === 'closed') detail = error.message;
    });
    socket.on('close', () => {
      ended.abort();
      signal.removeEventListener('abort', close);
      feed.listen(null);
      speech.end();
      resolve({ isRemoved, detail });
    });
    if (signal.aborted) close();
  });
}

/** A bare 401 proves nothing: another server, or an older copy of this one, may be at the address by now. */
function showsRemoval({ statusCode, headers }: IncomingMessage, removalHash: string | undefined): boolean {
  const proof = headers[removalHeader];
  return statusCode === 401 && typeof proof === 'string' && createHash('sha256').update(proof).digest('hex') === removalHash;
}

function createOutlet(socket: WebSocket, timeline: string): Outlet {
  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    get waiting() {
      return socket.bufferedAmount;
    },
    sendSample: (sample) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(encodeAgentSample(sample));
    },
    sendTracks: (stream, { video, audio }, isLate) =>
      send(socket, { type: 'tracks', stream, video, audio, ...(stream === 'main' && { timeline }), ...(isLate && { late: true }) }),
  };
}

function send(socket: WebSocket, message: AgentMessage): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}
