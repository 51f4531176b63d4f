import { agentSubprotocol, removalHeader } from '@watchpost/contract/protocols/agent';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '@watchpost/contract/timing/clock';
import { WebSocketServer, type WebSocket } from 'ws';
import { createDatabaseWait, withDatabaseWait } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import { ownOrigins } from '../../kernel/network/own-origins.ts';
import { refuseUpgrade, type UpgradeHandler } from '../../kernel/upgrade.ts';
import type { AgentLinks } from '../../media/ingest/index.ts';
import { serveAgent } from './add-camera-agent-connection.ts';
import { createPageDoor } from './add-camera-agent-page.ts';

export interface AgentSocketDeps {
  readonly links: AgentLinks;
  /** The address of the server's own pages, when the operator configured it. */
  readonly publicOrigin: string | null;
  readonly findAgent: (agentToken: string) => Promise<{ readonly cameraId: string; readonly isPaused: boolean } | null>;
  /** Returns the proof by which an agent recognizes that its camera was removed. */
  readonly removalProof: (agentToken: string) => Promise<string | null>;
  /**
   * Connects an agent with the node that takes its camera in; left out where this server does.
   * @param cameraId null while the agent has not said who it is
   */
  readonly passOn?: ((cameraId: string | null, request: IncomingMessage, socket: Duplex, head: Buffer) => void) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface AgentSocket {
  readonly handleUpgrade: UpgradeHandler;
  /** Closes the connection of a removed camera: the agent reconnects once and is notified of the reason. */
  disconnect(cameraId: string): void;
  /** Closes the connection for now: the agent retries until it is admitted. */
  pause(cameraId: string): void;
  close(): void;
}

/** Exceeds a key frame of a 4K camera. */
const maxMessageBytes = 8 * 1024 * 1024;

/** Accepts the WebSockets on which agents push. Each agent has one connection: a newer one replaces the older, which may be half-open. */
export function createAgentSocket({ links, findAgent, removalProof, passOn, publicOrigin, clock, log }: AgentSocketDeps): AgentSocket {
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

  const handleUpgrade: UpgradeHandler = (request, socket, head) => {
    const { authorization, origin } = request.headers;
    // A browser page can't set the header, so it sends the token in its first message.
    if (authorization === undefined && origin !== undefined && offers(request)) {
      if (!ownOrigins(request, publicOrigin).includes(origin)) refuseUpgrade(socket, 403, 'Forbidden');
      else if (passOn) passOn(null, request, socket, head);
      else pages.open(request, socket, head);
      return;
    }
    const authorize = async (): Promise<void> => {
      const token = /^Bearer ([\w-]{16,256})$/i.exec(authorization ?? '')?.[1];
      const agent = token === undefined ? null : await withDatabaseWait(createDatabaseWait(clock), () => findAgent(token));
      if (!agent) {
        const proof = token === undefined ? null : await withDatabaseWait(createDatabaseWait(clock), () => removalProof(token));
        refuseUpgrade(socket, 401, 'Unauthorized', proof === null ? {} : { [removalHeader]: proof });
      }
      // 401 would make a phone's page stop for good.
      else if (agent.isPaused) refuseUpgrade(socket, 503, 'Service Unavailable');
      else if (!offers(request)) refuseUpgrade(socket, 400, 'Bad Request');
      else if (passOn) passOn(agent.cameraId, request, socket, head);
      else server.handleUpgrade(request, socket, head, (accepted) => accept(accepted, agent.cameraId));
    };
    authorize().catch((error: unknown) => {
      log.error({ err: error }, 'An agent could not be authorized');
      refuseUpgrade(socket, 503, 'Service Unavailable');
    });
  };

  return {
    handleUpgrade,
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
