import { decodeAgentSample, type AgentMessage, type AgentServerMessage, type AgentStream } from '@watchpost/contract/protocols/agent';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { RawData, WebSocket } from 'ws';
import { createFloodLimit } from '../../kernel/limits/flood-limit.ts';
import type { Logger } from '../../kernel/log.ts';
import type { AgentCapabilities, AgentLinkListener, AgentLinks, AgentTalk } from '../../media/ingest/index.ts';
import { readAgentMessage } from './add-camera-agent-messages.ts';

const maxTextChars = 64 * 1024;
/**
 * Limits per second; the library limits pings. Two streams with sound are about 200 samples; after an outage, buffered samples arrive as
 * fast as the network allows.
 */
const maxPerSecond = { texts: 100, messages: 20_000 };
/** Short, so that an agent behind a broken connection notices soon, ms. */
const pingIntervalMs = 2000;
/** An agent that sends nothing for this long is disconnected. */
const silenceTimeoutMs = 10_000;
/** Speech buffered for a slow agent: 8 s. More is dropped, because late speech is useless. */
const maxBufferedSpeechBytes = 64 * 1024;

export interface AgentConnection {
  readonly socket: WebSocket;
  readonly cameraId: string;
  readonly links: AgentLinks;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Serves one agent until its connection ends: receives pictures and sound, sends requests and speech. */
export function serveAgent({ socket, cameraId, links, clock, log }: AgentConnection): void {
  const listeners = new Map<AgentStream, AgentLinkListener>();
  const tracks = new Map<AgentStream, AgentMessage>();
  let capabilities: AgentCapabilities = { speaker: false, low: false };
  let speaking: { readonly onEnd: () => void } | null = null;
  let heardAt = clock.monotonic();
  const send = (message: AgentServerMessage): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };

  const isFlood = createFloodLimit(clock, maxPerSecond.messages);
  const isTextFlood = createFloodLimit(clock, maxPerSecond.texts);
  const refuseFlood = (): void => {
    log.warn(
      { cameraId },
      `An agent sends more than ${maxPerSecond.texts} texts or ${maxPerSecond.messages} messages a second: its connection is closed`,
    );
    socket.close(1008, 'too many messages');
  };

  const onMessage = (data: RawData, isBinary: boolean): void => {
    if (socket.readyState !== socket.OPEN) return;
    heardAt = clock.monotonic();
    if (isFlood() || (!isBinary && isTextFlood())) return refuseFlood();
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
      // Invalid input of an agent ends at most its own connection.
      log.warn({ err: error, cameraId }, 'An agent sent something unreadable');
      socket.close(1008, 'invalid message');
    }
  });
  socket.on('pong', () => {
    heardAt = clock.monotonic();
  });
  socket.on('error', (error) => log.debug({ err: error, cameraId }, 'The connection of an agent broke'));
  const stopPinging = callEvery(clock, pingIntervalMs, () => {
    if (clock.monotonic() - heardAt >= silenceTimeoutMs) return socket.terminate();
    socket.ping();
  });

  const talk = (mimeType: string, onEnd: () => void): AgentTalk | null => {
    if (speaking) return null;
    const mine = { onEnd };
    speaking = mine;
    send({ type: 'talk', mimeType });
    return {
      send: (sound) => {
        if (speaking === mine && socket.readyState === socket.OPEN && socket.bufferedAmount < maxBufferedSpeechBytes) socket.send(sound);
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
      // The main stream is recorded, so it is always requested.
      if (stream === 'low' && before !== listeners.has(stream)) {
        tracks.delete('low');
        send({ type: 'wanted', streams: next ? ['main', 'low'] : ['main'] });
      }
      // Later subscribers need to know the tracks.
      const known = tracks.get(stream);
      if (known) next?.onMessage(known);
    },
    ask: (spans) => send({ type: 'missed', spans }),
    refuse: (refused) => send({ type: 'unreadable', stream: refused }),
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
  send({ type: 'welcome', cameraId, serverTime: clock.now(), pingEvery: pingIntervalMs / 1000 });
  send({ type: 'wanted', streams: ['main'] });
}
