import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Logger } from '../kernel/log.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import { refuseUpgrade } from '../kernel/upgrade.ts';

interface AgentRelayDeps {
  /** Returns where the node of a camera is reached; null for none. */
  readonly addressOf: (cameraId: string) => Promise<string | null>;
  /** Returns where the nodes that take cameras in are reached. */
  readonly mediaAddresses: () => Promise<readonly string[]>;
  readonly log: Logger;
  /** 0 to 1. */
  readonly random?: () => number;
}

/** Passes the WebSockets of agents on, from a node that takes no cameras in. */
interface AgentRelay extends ServerModule {
  /**
   * Connects an agent with the node that holds its camera, else with one that will take it. That node decides about the agent again.
   * @param cameraId null while the agent has not said who it is, as in a page of a phone
   */
  readonly passOn: (cameraId: string | null, request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

const connectTimeoutMs = 3000;

export function createAgentRelay({ addressOf, mediaAddresses, log, random = Math.random }: AgentRelayDeps): AgentRelay {
  const sockets = new Set<Duplex>();
  const findAddress = async (cameraId: string | null): Promise<string | null> => {
    const holder = cameraId === null ? null : await addressOf(cameraId);
    if (holder !== null) return holder;
    const addresses = await mediaAddresses();
    return addresses[Math.floor(random() * addresses.length)] ?? null;
  };
  const connect = (address: string, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { protocol, hostname, port } = new URL(address);
    const open = protocol === 'https:' ? requestHttps : requestHttp;
    // Its Host, too: by that the node knows its own pages.
    const outgoing = open({ hostname, port, path: request.url, headers: request.headers, agent: false });
    let isAnswered = false;
    outgoing.on('error', (error) => {
      if (isAnswered || socket.destroyed) return;
      log.warn({ err: error }, 'An agent could not be passed on to a node that takes cameras in');
      refuseUpgrade(socket, 503, 'Service Unavailable');
    });
    outgoing.once('socket', (line) => {
      line.setTimeout(connectTimeoutMs, () => outgoing.destroy(new Error('The node does not answer.')));
      line.once('connect', () => line.setTimeout(0));
    });
    outgoing.once('response', (answer) => {
      isAnswered = true;
      answer.resume();
      refuseUpgrade(socket, answer.statusCode ?? 502, answer.statusMessage ?? 'Bad Gateway');
    });
    outgoing.once('upgrade', (answer: IncomingMessage, upstream: Duplex, first: Buffer) => {
      isAnswered = true;
      join(socket, upstream);
      socket.write(headOf(answer));
      socket.write(first);
      upstream.write(head);
      socket.pipe(upstream);
      upstream.pipe(socket);
    });
    socket.once('close', () => outgoing.destroy());
    outgoing.end();
  };
  const join = (socket: Duplex, upstream: Duplex): void => {
    sockets.add(socket);
    upstream.on('error', () => upstream.destroy());
    upstream.once('close', () => {
      // After its end, the reason for it may still be on its way.
      if (!socket.writableEnded) socket.destroy();
    });
    socket.once('close', () => {
      sockets.delete(socket);
      upstream.destroy();
    });
  };

  return {
    name: 'agents of other nodes',
    passOn: (cameraId, request, socket, head) => {
      findAddress(cameraId).then(
        (address) => {
          if (address === null) refuseUpgrade(socket, 503, 'Service Unavailable');
          else if (!socket.destroyed) connect(address, request, socket, head);
        },
        (error: unknown) => {
          log.error({ err: error }, 'No node could be found for an agent');
          refuseUpgrade(socket, 503, 'Service Unavailable');
        },
      );
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : []));
  return `${[`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines].join('\r\n')}\r\n\r\n`;
}
