import { agentLink } from '@watchpost/contract/endpoints/add-camera';
import { agentSubprotocol, decodeAgentSample, type AgentMessage, type AgentServerMessage } from '@watchpost/contract/protocols/agent';
import type { IncomingMessage } from 'node:http';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { refuseUpgrade, type UpgradeRouter } from '../../kernel/upgrade.ts';
import type { AgentLinkListener, AgentLinks } from '../../media/ingest/index.ts';
import { readAgentMessage } from './add-camera-agent-messages.ts';

export interface AgentSocketDeps {
  readonly upgrades: UpgradeRouter;
  readonly links: AgentLinks;
  readonly findAgent: (agentToken: string) => Promise<{ readonly cameraId: string; readonly isPaused: boolean } | null>;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface AgentSocket {
  /** Ends the connection of a removed camera, for good: the agent does not come back. */
  disconnect(cameraId: string): void;
  /** Ends the connection for now: the agent asks again until it is let in. */
  pause(cameraId: string): void;
  close(): void;
}

/** A key frame of a 4K camera fits well. */
const maxMessageBytes = 8 * 1024 * 1024;
const maxTextChars = 64 * 1024;
const pingInterval = 10_000;

/** The WebSocket on which agents push. One connection an agent: a newer one replaces the older, which may be half dead. */
export function registerAgentSocket({ upgrades, links, findAgent, clock, log }: AgentSocketDeps): AgentSocket {
  const sockets = new Map<string, WebSocket>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has(agentSubprotocol) ? agentSubprotocol : false),
  });

  const accept = (socket: WebSocket, cameraId: string): void => {
    sockets.get(cameraId)?.close(4000, 'replaced');
    sockets.set(cameraId, socket);
    serveAgent({ socket, cameraId, links, clock, log });
    socket.once('close', () => {
      if (sockets.get(cameraId) === socket) sockets.delete(cameraId);
    });
  };

  upgrades.on(agentLink.path, (request, socket, head) => {
    const authorize = async (): Promise<void> => {
      const token = /^Bearer ([\w-]{16,256})$/i.exec(request.headers.authorization ?? '')?.[1];
      const agent = token === undefined ? null : await findAgent(token);
      if (!agent) refuseUpgrade(socket, 401, 'Unauthorized');
      // 401 would make it give up for good.
      else if (agent.isPaused) refuseUpgrade(socket, 503, 'Service Unavailable');
      else if (!offers(request)) refuseUpgrade(socket, 400, 'Bad Request');
      else server.handleUpgrade(request, socket, head, (accepted) => accept(accepted, agent.cameraId));
    };
    authorize().catch((error: unknown) => {
      log.error({ err: error }, 'An agent could not be authorized');
      refuseUpgrade(socket, 503, 'Service Unavailable');
    });
  });

  return {
    disconnect: (cameraId) => sockets.get(cameraId)?.close(4401, 'removed'),
    pause: (cameraId) => sockets.get(cameraId)?.close(1013, 'try again later'),
    close: () => {
      for (const socket of sockets.values()) socket.terminate();
      server.close();
    },
  };
}

function offers({ headers }: IncomingMessage): boolean {
  return (headers['sec-websocket-protocol'] ?? '').split(',').some((name) => name.trim() === agentSubprotocol);
}

interface AgentConnection {
  readonly socket: WebSocket;
  readonly cameraId: string;
  readonly links: AgentLinks;
  readonly clock: Clock;
  readonly log: Logger;
}

function serveAgent({ socket, cameraId, links, clock, log }: AgentConnection): void {
  let listener: AgentLinkListener | null = null;
  let tracks: AgentMessage | null = null;
  let isAlive = true;
  const send = (message: AgentServerMessage): void => socket.send(JSON.stringify(message));

  const onMessage = (data: RawData, isBinary: boolean): void => {
    isAlive = true;
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
    if (isBinary) {
      const sample = decodeAgentSample(bytes);
      listener?.onSample(sample);
      return;
    }
    const message = bytes.length > maxTextChars ? null : readAgentMessage(bytes.toString('utf8'));
    if (!message) return socket.close(1008, 'invalid message');
    if (message.type === 'tracks' && message.stream === 'main') tracks = message;
    listener?.onMessage(message);
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
    isAlive = true;
  });
  socket.on('error', (error) => log.debug({ err: error, cameraId }, 'The connection of an agent broke'));
  const stopPinging = clock.every(pingInterval, () => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  });

  const remove = links.add(cameraId, {
    listen: (next) => {
      listener = next;
      // Who listens later needs to know what is coming.
      if (tracks) next?.onMessage(tracks);
    },
  });
  socket.once('close', () => {
    stopPinging();
    remove();
    listener?.onClose();
  });
  send({ type: 'welcome', cameraId, serverTime: clock.now() });
  send({ type: 'wanted', streams: ['main'] });
}
