import { decodeAgentSample, type AgentMessage, type AgentServerMessage, type AgentStream } from '@watchpost/contract/protocols/agent';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { AgentCapabilities, AgentLinkListener, AgentLinks, AgentTalk } from '../../media/ingest/index.ts';
import { readAgentMessage } from './add-camera-agent-messages.ts';

const maxTextChars = 64 * 1024;
/** Often, so that an agent behind a cut line notices soon, ms. */
const pingInterval = 2000;
/** Longer without a word, and the agent is gone, ms. */
const longestSilence = 10_000;
/** Speech that waits for a slow agent, bytes: 8 s of it. More is dropped, for nobody wants to hear it late. */
const maxSpeechWaiting = 64 * 1024;

export interface AgentConnection {
  readonly socket: WebSocket;
  readonly cameraId: string;
  readonly links: AgentLinks;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Serves one agent until its connection ends: pictures and sound in, wishes and speech out. */
export function serveAgent({ socket, cameraId, links, clock, log }: AgentConnection): void {
  const listeners = new Map<AgentStream, AgentLinkListener>();
  const tracks = new Map<AgentStream, AgentMessage>();
  let capabilities: AgentCapabilities = { speaker: false, low: false };
  let speaking: { readonly onEnd: () => void } | null = null;
  let heardAt = clock.monotonic();
  const send = (message: AgentServerMessage): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };

  const onMessage = (data: RawData, isBinary: boolean): void => {
    heardAt = clock.monotonic();
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
    if (isBinary) {
      const sample = decodeAgentSample(bytes);
      listeners.get(sample.stream)?.onSample(sample);
      return;
    }
    const message = bytes.length > maxTextChars ? null : readAgentMessage(bytes.toString('utf8'));
    if (!message) return socket.close(1008, 'invalid message');
    if (message.type === 'capabilities') {
      capabilities = message;
      return;
    }
    if (message.type === 'tracks' && !message.late) tracks.set(message.stream, message);
    else if (message.type === 'ended') tracks.delete(message.stream);
    listeners.get(message.type === 'caught-up' ? 'main' : message.stream)?.onMessage(message);
  };
  socket.on('message', (data, isBinary) => {
    try {
      onMessage(data, isBinary);
    } catch (error) {
      // What an agent sends ends its own connection at most.
      log.warn({ err: error, cameraId }, 'An agent sent something unreadable');
      socket.close(1008, 'invalid message');
    }
  });
  socket.on('pong', () => {
    heardAt = clock.monotonic();
  });
  socket.on('error', (error) => log.debug({ err: error, cameraId }, 'The connection of an agent broke'));
  const stopPinging = clock.every(pingInterval, () => {
    if (clock.monotonic() - heardAt >= longestSilence) return socket.terminate();
    socket.ping();
  });

  const talk = (mimeType: string, onEnd: () => void): AgentTalk | null => {
    if (speaking) return null;
    const mine = { onEnd };
    speaking = mine;
    send({ type: 'talk', mimeType });
    return {
      send: (sound) => {
        if (speaking === mine && socket.readyState === socket.OPEN && socket.bufferedAmount < maxSpeechWaiting) socket.send(sound);
      },
      end: () => {
        if (speaking !== mine) return;
        speaking = null;
        send({ type: 'talk-end' });
      },
    };
  };

  const remove = links.add(cameraId, {
    get capabilities() {
      return capabilities;
    },
    listen: (stream, next) => {
      const before = listeners.has(stream);
      if (next) listeners.set(stream, next);
      else listeners.delete(stream);
      // The main stream is recorded, so it is always wanted.
      if (stream === 'low' && before !== listeners.has(stream)) {
        tracks.delete('low');
        send({ type: 'wanted', streams: next ? ['main', 'low'] : ['main'] });
      }
      // Who listens later needs to know what is coming.
      const known = tracks.get(stream);
      if (known) next?.onMessage(known);
    },
    ask: (spans) => send({ type: 'missed', spans }),
    talk,
  });
  socket.once('close', () => {
    stopPinging();
    remove();
    const speaker = speaking;
    speaking = null;
    speaker?.onEnd();
    for (const listener of [...listeners.values()]) listener.onClose();
  });
  send({ type: 'welcome', cameraId, serverTime: clock.now(), pingEvery: pingInterval / 1000 });
  send({ type: 'wanted', streams: ['main'] });
}
