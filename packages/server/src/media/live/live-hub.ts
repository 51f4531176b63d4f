import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveSubprotocol } from '@watchpost/contract/protocols/live';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Logger } from '../../kernel/log.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { AgentLinks, Ingest } from '../ingest/index.ts';
import { maxSpeechBytes } from './live-talk.ts';
import { createLiveRelay, type LiveRelay } from './live-relay.ts';
import { connectRemoteLive, relayedHeader } from './live-remote.ts';
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
  readonly links: Pick<AgentLinks, 'get'>;
  readonly ingest: Pick<Ingest, 'status' | 'awaitsKeyFrame' | 'requestKeyFrame' | 'onStatus'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns where the node of a camera is reached, null when it is this one; missing where one machine runs alone. */
  readonly addressOf?: ((cameraId: string) => Promise<string | null>) | undefined;
}

const ticksPerPing = 20;

export function createLiveHub({ streams, links, ingest, clock, log, addressOf }: LiveHubDeps): LiveHub {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxSpeechBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(liveSubprotocol) && liveSubprotocol,
  });
  const sessions = new Map<WebSocket, { session: LiveSession; relay: LiveRelay | null; isAlive: boolean }>();
  const memo = createMessageMemo();
  let ticks = 0;

  // All sessions share one timer.
  const stopTimer = callEvery(clock, 1000, () => {
    ticks += 1;
    for (const [socket, entry] of sessions) {
      entry.session.onTick();
      entry.relay?.onTick();
      if (ticks % ticksPerPing !== 0) continue;
      if (!entry.isAlive) socket.terminate();
      entry.isAlive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    }
  });
  const stopStatus = ingest.onStatus((cameraId, status) => {
    for (const { session } of sessions.values()) session.onStatus(cameraId, status);
  });

  const accept = (socket: WebSocket, { headers, socket: { remoteAddress = '' } }: IncomingMessage, access: LiveAccess): void => {
    const client = {
      send: (message: string | Uint8Array) => socket.send(message),
      get bufferedBytes() {
        return socket.bufferedAmount;
      },
      close: (code: number, reason: string) => socket.close(code, reason),
    };
    const origin = headers.origin ?? null;
    const session = createLiveSession({ socket: client, origin, access, streams, links, ingest, memo, clock, log });
    const relay =
      addressOf && headers[relayedHeader] === undefined
        ? createLiveRelay({
            clock,
            client,
            session,
            addressOf,
            connect: (address, listener) => connectRemoteLive(address, headers, remoteAddress, listener),
          })
        : null;
    const receiver = relay ?? session;
    const entry = { session, relay, isAlive: true };
    sessions.set(socket, entry);
    socket.on('message', (data, isBinary) => {
      entry.isAlive = true;
      // A message arrives as one Buffer, because ws splits messages only on request.
      if (!Buffer.isBuffer(data)) receiver.onText('');
      else if (isBinary) receiver.onBinary(data);
      else receiver.onText(data.toString());
    });
    socket.on('pong', () => {
      entry.isAlive = true;
    });
    socket.on('error', (error) => log.debug({ err: error }, 'A live connection broke'));
    socket.on('close', () => {
      session.end();
      relay?.end();
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
      for (const [socket, { session, relay }] of sessions) {
        session.end();
        relay?.end();
        socket.close(closeCodes.stopping, 'The server is stopping.');
      }
    },
  };
}
