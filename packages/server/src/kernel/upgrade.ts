import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { withoutBasePath } from './network/base-path.ts';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Routes WebSocket upgrades to the feature that owns the path. */
export interface UpgradeRouter {
  /**
   * Registers a handler.
   * @param path the exact path, without a query
   */
  on(path: string, handler: UpgradeHandler): void;
  /** Returns the paths with a handler. */
  paths(): string[];
}

/**
 * Creates the router; an unknown path is answered with 404 and its socket destroyed.
 * @param basePath prefix that a proxy may pass
 */
export function createUpgradeRouter(server: Server, basePath = ''): UpgradeRouter {
  const handlers = new Map<string, UpgradeHandler>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that disconnects during the handshake must not end the process.
    socket.on('error', () => socket.destroy());
    request.url = withoutBasePath(request.url ?? '', basePath);
    const path = request.url.split('?', 1)[0] ?? '';
    const handler = handlers.get(path);
    if (handler) handler(request, socket, head);
    else refuseUpgrade(socket, 404, 'Not Found');
  });
  return {
    on: (path, handler) => {
      if (handlers.has(path)) throw new Error(`Two handlers for the WebSocket ${path}: register each path once.`);
      handlers.set(path, handler);
    },
    paths: () => [...handlers.keys()],
  };
}

/**
 * Answers an upgrade request with a plain HTTP status and closes the connection.
 * @param headers without line breaks
 */
export function refuseUpgrade(socket: Duplex, status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
  const more = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n${more}\r\n`, () => socket.destroy());
}
