import { agentLink } from '@watchpost/contract/endpoints/add-camera';
import { agentSubprotocol } from '@watchpost/contract/protocols/agent';
import type { IncomingMessage } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { ownOrigins } from '../../kernel/network/own-origins.ts';
import { refuseUpgrade, type UpgradeRouter } from '../../kernel/upgrade.ts';
import type { AgentLinks } from '../../media/ingest/index.ts';
import { serveAgent } from './add-camera-agent-connection.ts';
import { createPageDoor } from './add-camera-agent-page.ts';

export interface AgentSocketDeps {
  readonly upgrades: UpgradeRouter;
  readonly links: AgentLinks;
  /** Where the server's own pages are, when the operator says so. */
  readonly publicOrigin: string | null;
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

/** The WebSocket on which agents push. One connection an agent: a newer one replaces the older, which may be half dead. */
export function registerAgentSocket({ upgrades, links, findAgent, publicOrigin, clock, log }: AgentSocketDeps): AgentSocket {
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

  const pages = createPageDoor({ findAgent, clock, log, accept });

  upgrades.on(agentLink.path, (request, socket, head) => {
    const { authorization, origin } = request.headers;
    // A page of a browser: it can't send the header, and says the token in its first message.
    if (authorization === undefined && origin !== undefined && offers(request)) {
      if (ownOrigins(request, publicOrigin).includes(origin)) pages.open(request, socket, head);
      else refuseUpgrade(socket, 403, 'Forbidden');
      return;
    }
    const authorize = async (): Promise<void> => {
      const token = /^Bearer ([\w-]{16,256})$/i.exec(authorization ?? '')?.[1];
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
      pages.close();
      server.close();
    },
  };
}

function offers({ headers }: IncomingMessage): boolean {
  return (headers['sec-websocket-protocol'] ?? '').split(',').some((name) => name.trim() === agentSubprotocol);
}
