import { agentLink } from '@watchpost/contract/endpoints/add-camera';
import { agentSubprotocol, encodeAgentSample, type AgentMessage, type AgentServerMessage, type AgentStream } from '@watchpost/contract/protocols/agent';
import WebSocket from 'ws';
import type { Clock } from '../kernel/clock.ts';
import type { Frame, FrameSource } from '../sources/frame-source.ts';
import { pace, type Timeline } from '../sources/pace.ts';
import { createSpeech, type Speaker } from '../speaker/speech.ts';
import { backOff } from './back-off.ts';

/** More than this waiting in the socket, bytes: the uplink is too slow, frames are dropped up to a key frame. */
const maxBuffered = 4 * 1024 * 1024;
/** The server pings every 10 s; silence for longer means that the connection is dead. */
const silenceTime = 30_000;

export interface AgentLinkOptions {
  readonly serverUrl: string;
  readonly agentToken: string;
  readonly main: FrameSource;
  /** A smaller stream of the same picture, sent only while the server wants it. */
  readonly low?: FrameSource;
  /** Plays what people say through the camera; without it nobody can. */
  readonly speaker?: Speaker;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly onState?: (state: 'connected' | 'disconnected', detail: string) => void;
}

/** Why a link ended for good. */
export type LinkEnd = 'stopped' | 'refused';

/**
 * Keeps one outbound connection to the server and pushes the video out over it, until the signal aborts
 * or the server says that it does not know this agent (its camera was removed).
 */
export async function runAgentLink(options: AgentLinkOptions, signal: AbortSignal): Promise<LinkEnd> {
  let failures = 0;
  while (!signal.aborted) {
    const end = await connectOnce(options, signal);
    options.onState?.('disconnected', end.detail);
    if (end.refused) return 'refused';
    failures = end.wasOpen ? 1 : failures + 1;
    await options.clock.wait(backOff(failures, (options.random ?? Math.random)()), signal);
  }
  return 'stopped';
}

interface ConnectionEnd {
  readonly wasOpen: boolean;
  readonly refused: boolean;
  readonly detail: string;
}

function connectOnce(options: AgentLinkOptions, signal: AbortSignal): Promise<ConnectionEnd> {
  return new Promise((resolve) => {
    const url = new URL(agentLink.path, options.serverUrl);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url, agentSubprotocol, { headers: { authorization: `Bearer ${options.agentToken}` }, handshakeTimeout: 10_000, perMessageDeflate: false });
    const ended = new AbortController();
    const senders = new Map<AgentStream, AbortController>();
    // The low stream shows what the main one shows.
    const timeline: Timeline = { origin: null };
    const speech = createSpeech(options.speaker, (problem) => options.onState?.('connected', problem));
    let wasOpen = false;
    let refused = false;
    let detail = 'closed';
    const alive = watchSilence(options.clock, ended.signal, () => socket.terminate());

    const close = (): void => socket.close(1000);
    signal.addEventListener('abort', close);
    ended.signal.addEventListener('abort', () => signal.removeEventListener('abort', close));

    const setWanted = (wanted: readonly AgentStream[]): void => {
      for (const [stream, sender] of senders) {
        if (wanted.includes(stream)) continue;
        sender.abort();
        senders.delete(stream);
        send(socket, { type: 'ended', stream });
      }
      for (const stream of wanted) {
        const source = stream === 'main' ? options.main : options.low;
        if (!source || senders.has(stream)) continue;
        const sender = new AbortController();
        senders.set(stream, sender);
        void sendStream({ socket, stream, source, timeline, clock: options.clock }, AbortSignal.any([sender.signal, ended.signal])).catch((error: unknown) => {
          detail = error instanceof Error ? error.message : String(error);
          socket.close(1011);
        });
      }
    };

    socket.on('open', () => {
      wasOpen = true;
      options.onState?.('connected', url.host);
      send(socket, { type: 'capabilities', speaker: options.speaker !== undefined, low: options.low !== undefined });
      // What is looked at most is on its way before the server asks for it.
      setWanted(['main']);
    });
    socket.on('message', (data, isBinary) => {
      alive();
      if (!Buffer.isBuffer(data)) return;
      if (isBinary) return speech.hear(data);
      // The server's side of our own protocol.
      const message = JSON.parse(data.toString()) as AgentServerMessage;
      if (message.type === 'wanted') setWanted(message.streams);
      if (message.type === 'talk') speech.begin(message.mimeType);
      if (message.type === 'talk-end') speech.end();
    });
    socket.on('ping', alive);
    socket.on('unexpected-response', (_, response) => {
      refused = response.statusCode === 401 || response.statusCode === 404;
      detail = `the server answered with ${response.statusCode}`;
      response.resume();
      socket.terminate();
    });
    socket.on('error', (error) => {
      detail = error.message;
    });
    socket.on('close', (code) => {
      ended.abort();
      speech.end();
      // 4401: the credential was withdrawn while connected.
      resolve({ wasOpen, refused: refused || code === 4401, detail });
    });
    if (signal.aborted) close();
  });
}

interface Sending {
  readonly socket: WebSocket;
  readonly stream: AgentStream;
  readonly source: FrameSource;
  readonly timeline: Timeline;
  readonly clock: Clock;
}

async function sendStream({ socket, stream, source, timeline, clock }: Sending, signal: AbortSignal): Promise<void> {
  send(socket, { type: 'tracks', stream, video: source.video, audio: source.audio });
  const from = timeline.origin === null ? 0 : (clock.monotonic() - timeline.origin) / 1000;
  let isBehind = false;
  await pace(source.frames(signal, from), timeline, clock, signal, (frame: Frame) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > maxBuffered) isBehind = true;
    else if (frame.kind === 'video' && frame.keyFrame) isBehind = false;
    if (!isBehind) socket.send(encodeAgentSample({ stream, ...frame }));
  });
}

function send(socket: WebSocket, message: AgentMessage): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Calls `onSilence` when nothing has been heard for `silenceTime`; the result tells that something was heard. */
function watchSilence(clock: Clock, signal: AbortSignal, onSilence: () => void): () => void {
  let heardAt = clock.monotonic();
  void (async () => {
    while (!signal.aborted) {
      await clock.wait(silenceTime / 3, signal);
      if (!signal.aborted && clock.monotonic() - heardAt > silenceTime) return onSilence();
    }
  })();
  return () => {
    heardAt = clock.monotonic();
  };
}
