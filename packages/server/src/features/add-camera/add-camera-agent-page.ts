import { agentSubprotocol } from '@watchpost/contract/protocols/agent';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { refuseUpgrade } from '../../kernel/upgrade.ts';
import { readAuthorizeMessage } from './add-camera-agent-messages.ts';

export interface PageDoorDeps {
  readonly findAgent: (agentToken: string) => Promise<{ readonly cameraId: string; readonly isPaused: boolean } | null>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accept: (socket: WebSocket, cameraId: string) => void;
}

/** Where pages of browsers come in: phones that are cameras. They open the connection first and say who they are then. */
export interface PageDoor {
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/** ms */
const authorizeWithin = 5000;
const longestAuthorization = 1024;
/** Nobody knows yet who these are; more wait outside. */
const mostWaiting = 100;
/** A key frame of a phone fits several times; strangers could have a hundred of these waiting. */
const maxMessageBytes = 1024 * 1024;

export function createPageDoor({ findAgent, clock, log, accept }: PageDoorDeps): PageDoor {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false, handleProtocols: () => agentSubprotocol });
  const waiting = new Set<WebSocket>();

  const authorize = async (socket: WebSocket, token: string | null): Promise<void> => {
    const agent = token === null ? null : await findAgent(token);
    if (socket.readyState !== socket.OPEN) return;
    if (token === null) socket.close(1008, 'authorize first');
    // As 401 does on the upgrade, 4401 ends it for good; who is paused comes again.
    else if (!agent) socket.close(4401, 'unknown');
    else if (agent.isPaused) socket.close(1013, 'try again later');
    else accept(socket, agent.cameraId);
  };
  const receive = (socket: WebSocket): void => {
    waiting.add(socket);
    const cancel = clock.after(authorizeWithin, () => socket.close(1008, 'authorize first'));
    const settle = (): void => {
      cancel();
      waiting.delete(socket);
    };
    const onError = (error: Error): void => log.debug({ err: error }, 'A page broke off before it said who it is');
    socket.on('error', onError);
    socket.once('close', settle);
    socket.once('message', (data, isBinary) => {
      settle();
      socket.off('close', settle);
      const isText = !isBinary && Buffer.isBuffer(data) && data.length <= longestAuthorization;
      authorize(socket, isText ? readAuthorizeMessage(data.toString()) : null)
        .catch((error: unknown) => {
          log.error({ err: error }, 'An agent could not be authorized');
          socket.close(1013, 'try again later');
        })
        .finally(() => socket.off('error', onError));
    });
  };

  return {
    open: (request, socket, head) => {
      if (waiting.size >= mostWaiting) return refuseUpgrade(socket, 503, 'Service Unavailable');
      server.handleUpgrade(request, socket, head, receive);
    },
    close: () => {
      for (const socket of waiting) socket.terminate();
      server.close();
    },
  };
}
