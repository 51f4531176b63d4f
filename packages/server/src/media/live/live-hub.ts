import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveSubprotocol } from '@watchpost/contract/protocols/live';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraStatus } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { AgentLinks } from '../ingest/index.ts';
import { maximumSpeech } from './live-talk.ts';
import { createMessageMemo } from './live-messages.ts';
import { closeCodes, createLiveSession, type LiveAccess, type LiveSession } from './live-session.ts';

/** All live WebSockets of this server. */
export interface LiveHub {
  /** For the upgrade router. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, access: LiveAccess): void;
  /** Channels that somebody watches. */
  viewers(): number;
  close(): void;
}

export interface LiveHubDeps {
  readonly streams: StreamRegistry;
  readonly links: Pick<AgentLinks, 'get'>;
  readonly ingestStatus: { status(cameraId: string): CameraStatus; onStatus(listener: (cameraId: string, status: CameraStatus) => void): () => void };
  readonly clock: Clock;
  readonly log: Logger;
}

const pingEvery = 20;

export function createLiveHub({ streams, links, ingestStatus, clock, log }: LiveHubDeps): LiveHub {
  const server = new WebSocketServer({ noServer: true, maxPayload: maximumSpeech, perMessageDeflate: false, handleProtocols: (offered) => offered.has(liveSubprotocol) && liveSubprotocol });
  const sessions = new Map<WebSocket, { session: LiveSession; isAlive: boolean }>();
  const memo = createMessageMemo();
  let ticks = 0;

  // One timer for all sessions.
  const stopTimer = clock.every(1000, () => {
    ticks += 1;
    for (const [socket, entry] of sessions) {
      entry.session.onTick();
      if (ticks % pingEvery !== 0) continue;
      if (!entry.isAlive) socket.terminate();
      entry.isAlive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    }
  });
  const stopStatus = ingestStatus.onStatus((cameraId, status) => {
    for (const { session } of sessions.values()) session.onStatus(cameraId, status);
  });

  const accept = (socket: WebSocket, origin: string | null, access: LiveAccess): void => {
    const session = createLiveSession({
      socket: {
        send: (message) => socket.send(message),
        get bufferedBytes() {
          return socket.bufferedAmount;
        },
        close: (code, reason) => socket.close(code, reason),
      },
      origin,
      access,
      streams,
      links,
      status: (cameraId) => ingestStatus.status(cameraId),
      memo,
      clock,
      log,
    });
    const entry = { session, isAlive: true };
    sessions.set(socket, entry);
    socket.on('message', (data, isBinary) => {
      entry.isAlive = true;
      // A message arrives as one Buffer: ws splits nothing that it was not told to.
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
    handleUpgrade: (request, socket, head, access) => server.handleUpgrade(request, socket, head, (opened) => accept(opened, request.headers.origin ?? null, access)),
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
