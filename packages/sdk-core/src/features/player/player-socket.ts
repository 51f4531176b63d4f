import { decodeLiveMedia, liveSubprotocol } from '@watchpost/contract/protocols/live';
import type { LiveClientMessage, LiveMedia, LiveServerMessage } from '@watchpost/contract/protocols/live';
import type { WebSocketLike } from '../../kernel/ports.ts';

export interface LiveSocket {
  send(message: LiveClientMessage): void;
  /** Closes without calling `onClosed`. */
  close(): void;
}
export interface LiveSocketHandlers {
  onOpen(): void;
  onMessage(message: LiveServerMessage): void;
  onMedia(media: LiveMedia): void;
  /** Once, for whatever reason: refused, cut, or the other side does not speak the protocol. */
  onClosed(): void;
}

/** One attempt at one WebSocket: text is JSON, binary is media; after its end it says nothing more. */
export function openLiveSocket(create: () => WebSocketLike, handlers: LiveSocketHandlers): LiveSocket {
  const socket = create();
  socket.binaryType = 'arraybuffer';
  let isOver = false;

  function finish(report: boolean): void {
    if (isOver) return;
    isOver = true;
    socket.close();
    if (report) handlers.onClosed();
  }
  function receive(data: unknown): void {
    let deliver: () => void;
    try {
      if (data instanceof ArrayBuffer) {
        const media = decodeLiveMedia(data);
        deliver = () => handlers.onMedia(media);
      } else {
        const message: LiveServerMessage = JSON.parse(String(data));
        deliver = () => handlers.onMessage(message);
      }
    } catch {
      finish(true);
      return;
    }
    deliver();
  }

  socket.addEventListener('open', () => !isOver && handlers.onOpen());
  socket.addEventListener('message', ({ data }) => !isOver && receive(data));
  socket.addEventListener('close', () => finish(true));
  socket.addEventListener('error', () => finish(true));
  return {
    send: (message) => !isOver && socket.send(JSON.stringify(message)),
    close: () => finish(false),
  };
}

export function createSocketOpener(url: string, webSocket: (url: string, protocols: string[]) => WebSocketLike): () => WebSocketLike {
  return () => webSocket(url, [liveSubprotocol]);
}
