import { agentSubprotocol } from '@watchpost/contract/protocols/agent';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '@watchpost/contract/timing/clock';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Logger } from '../../kernel/log.ts';
import { refuseUpgrade } from '../../kernel/upgrade.ts';
import { readAuthorizeMessage } from './add-camera-agent-messages.ts';

export interface PageDoorDeps {
  readonly findAgent: (agentToken: string) => Promise<{ readonly cameraId: string; readonly isPaused: boolean } | null>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accept: (socket: WebSocket, cameraId: string) => void;
}

/** Accepts agents in browser pages: phones that serve as cameras. They open the connection first and authorize then. */
export interface PageDoor {
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/** Time to send the token, ms. */
const authorizationTimeoutMs = 5000;
const maxAuthorizationBytes = 1024;
/** Connections that have not sent their token yet; more are refused. */
const maxPending = 100;
/** Several times a phone's key frame; `maxPending` strangers may each send this much. */
const maxMessageBytes = 1024 * 1024;

export function createPageDoor({ findAgent, clock, log, accept }: PageDoorDeps): PageDoor {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => agentSubprotocol,
  });
  const waiting = new Set<WebSocket>();

  const authorize = async (socket: WebSocket, token: string | null): Promise<void> => {
    const agent = token === null ? null : await findAgent(token);
    if (socket.readyState !== socket.OPEN) return;
    if (token === null) socket.close(1008, 'authorize first');
    // 4401 is final, like 401 on the upgrade; a paused agent reconnects.
    else if (!agent) socket.close(4401, 'unknown');
    else if (agent.isPaused) socket.close(1013, 'try again later');
    else accept(socket, agent.cameraId);
  };
  const receive = (socket: WebSocket): void => {
    waiting.add(socket);
    const cancel = clock.after(authorizationTimeoutMs, () => socket.close(1008, 'authorize first'));
    const settle = (): void => {
      cancel();
      waiting.delete(socket);
    };
    const onError = (error: Error): void => log.debug({ err: error }, 'A page disconnected before it was authorized');
    socket.on('error', onError);
    socket.once('close', settle);
    socket.once('message', (data, isBinary) => {
      settle();
      socket.off('close', settle);
      const isText = !isBinary && Buffer.isBuffer(data) && data.length <= maxAuthorizationBytes;
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
      if (waiting.size >= maxPending) return refuseUpgrade(socket, 503, 'Service Unavailable');
      server.handleUpgrade(request, socket, head, receive);
    },
    close: () => {
      for (const socket of waiting) socket.terminate();
      server.close();
    },
  };
}
