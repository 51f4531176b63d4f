import type { WebSocketLike } from './ports.ts';

export type OpenWebSocket = (url: string, protocols: string[]) => WebSocketLike;

/**
 * Returns the function that opens WebSockets: the caller's own, or the platform's.
 * @throws {WatchpostError} no-websocket if the platform has none: Node before 22
 */
export async function webSocketOpener(given: OpenWebSocket | undefined): Promise<OpenWebSocket> {
  if (given) return given;
  // The text loads only where it is needed, which is no browser.
  if (typeof WebSocket === 'undefined') throw (await import('./no-web-socket.ts')).noWebSocket();
  return (url, protocols) => new WebSocket(url, protocols);
}
