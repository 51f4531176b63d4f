import { decodeLiveMedia } from '@watchpost/contract/protocols/live';
import type { LiveClientMessage, LiveMedia, LiveServerMessage } from '@watchpost/contract/protocols/live';
import type { WebSocketLike } from '../../kernel/ports.ts';

export interface LiveSocket {
  send(message: LiveClientMessage | Uint8Array<ArrayBuffer>): void;
  /** Closes without calling `onClosed`. */
  close(): void;
}
export interface LiveSocketHandlers {
  onOpen(): void;
  onMessage(message: LiveServerMessage): void;
  onMedia(media: LiveMedia): void;
  /** Called once, for any reason: refused, cut, or the server doesn't speak the protocol. */
  onClosed(): void;
}

/** One attempt to connect a WebSocket: text is JSON, binary is media. After its end, it calls no listeners and keeps no references to them. */
export function openLiveSocket(create: () => WebSocketLike, owner: LiveSocketHandlers): LiveSocket {
  const socket = create();
  socket.binaryType = 'arraybuffer';
  // Cleared at the end: Chromium never frees a socket whose connection a page's policy refused, nor anything it refers to.
  let handlers: LiveSocketHandlers | null = owner;

  function finish(report: boolean): void {
    const ended = handlers;
    handlers = null;
    if (!ended) return;
    socket.close();
    if (report) ended.onClosed();
  }
  function receive(data: unknown): void {
    let deliver: () => void;
    try {
      if (data instanceof ArrayBuffer) {
        const media = decodeLiveMedia(data);
        deliver = () => handlers?.onMedia(media);
      } else {
        const message: LiveServerMessage = JSON.parse(String(data));
        deliver = () => handlers?.onMessage(message);
      }
    } catch {
      finish(true);
      return;
    }
    deliver();
  }

  socket.addEventListener('open', () => handlers?.onOpen());
  socket.addEventListener('message', ({ data }) => handlers && receive(data));
  socket.addEventListener('close', () => finish(true));
  socket.addEventListener('error', () => finish(true));
  return {
    send: (message) => void (handlers && socket.send(message instanceof Uint8Array ? message : JSON.stringify(message))),
    close: () => finish(false),
  };
}
