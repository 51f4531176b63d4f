import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveSubprotocol } from '@watchpost/contract/protocols/live';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Logger } from '../../kernel/log.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { Ingest } from '../ingest/index.ts';
import { maxSpeechBytes, type SpeakerLinks } from './live-talk.ts';
import { createMessageMemo } from './live-messages.ts';
import { closeCodes, createLiveSession, type LiveAccess, type LiveSession } from './live-session.ts';

/** All live WebSocket connections of this server. */
export interface LiveHub {
  /** Handles an upgrade request from the router. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, access: LiveAccess): void;
  /** Checks the viewers of a camera at once: one customer's, or all. */
  onAccessChanged(cameraId: string, customerId: string | null): void;
  /** Number of channels that are being watched. */
  viewers(): number;
  close(): void;
}

export interface LiveHubDeps {
  readonly streams: StreamRegistry;
  readonly links: SpeakerLinks;
  readonly ingest: Pick<Ingest, 'status' | 'awaitsKeyFrame' | 'requestKeyFrame' | 'onStatus'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const ticksPerPing = 20;

export function createLiveHub({ streams, links, ingest, clock, log }: LiveHubDeps): LiveHub {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxSpeechBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(liveSubprotocol) && liveSubprotocol,
  });
  const sessions = new Map<WebSocket, { session: LiveSession; isAlive: boolean }>();
  const memo = createMessageMemo();
  let ticks = 0;

  // All sessions share one timer.
  const stopTimer = callEvery(clock, 1000, () => {
    ticks += 1;
    for (const [socket, entry] of sessions) {
      entry.session.onTick();
      if (ticks % ticksPerPing !== 0) continue;
      if (!entry.isAlive) socket.terminate();
      entry.isAlive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    }
  });
  const stopStatus = ingest.onStatus((cameraId, status) => {
    for (const { session } of sessions.values()) session.onStatus(cameraId, status);
  });

  const accept = (socket: WebSocket, { headers }: IncomingMessage, access: LiveAccess): void => {
    const client = {
      send: (message: string | Uint8Array) => socket.send(message),
      get bufferedBytes() {
        return socket.bufferedAmount;
      },
      close: (code: number, reason: string) => socket.close(code, reason),
    };
    const origin = headers.origin ?? null;
    const session = createLiveSession({ socket: client, origin, access, streams, links, ingest, memo, clock, log });
    const entry = { session, isAlive: true };
    sessions.set(socket, entry);
    socket.on('message', (data, isBinary) => {
      entry.isAlive = true;
      // A message arrives as one Buffer, because ws splits messages only on request.
      if (!Buffer.isBuffer(data)) session.onText('');
      else if (isBinary) session.onBinary(data);
      else session.onText(data.toString());
    });
    socket.on('pong', () => {
      entry.isAlive = true;
    });
    socket.on('error', (error) => log.debug({ err: error }, 'A live connection broke'));
    socket.on('close', () => {
      session.end();
      sessions.delete(socket);
    });
  };

  return {
    handleUpgrade: (request, socket, head, access) =>
      server.handleUpgrade(request, socket, head, (opened) => accept(opened, request, access)),
    onAccessChanged: (cameraId, customerId) => {
      for (const { session } of sessions.values()) session.onAccessChanged(cameraId, customerId);
    },
    viewers: () => [...sessions.values()].reduce((sum, { session }) => sum + session.channels, 0),
    close: () => {
      stopTimer();
      stopStatus();
      for (const [socket, { session }] of sessions) {
        session.end();
        socket.close(closeCodes.stopping, 'The server is stopping.');
      }
    },
  };
}
