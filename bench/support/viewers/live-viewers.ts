import { liveSocket } from '@watchpost/contract/endpoints/player';
import { liveHeaderBytes, liveSubprotocol, type LiveClientMessage } from '@watchpost/contract/protocols/live';
import { WebSocket } from 'ws';

/** A viewer of one camera, who reconnects at once, to the next node, when the connection ends. */
interface LiveViewer {
  /** Time of the last picture, monotonic ms; null before the first. */
  readonly lastAt: number | null;
  /** Resolves with the time of the first picture that arrives from now on after a pause of this length, monotonic ms. */
  next(pauseMs: number): Promise<number>;
  close(): void;
}

/** @param urls nodes, in the order in which the viewer tries them */
export function watchLive(urls: readonly string[], token: string, cameraId: string): LiveViewer {
  let attempt = 0;
  let isClosed = false;
  let lastAt: number | null = null;
  let socket: WebSocket;
  let waiting: { readonly pauseMs: number; readonly resolve: (at: number) => void } | null = null;
  const connect = (): void => {
    const url = urls[attempt % urls.length] ?? '';
    attempt += 1;
    socket = new WebSocket(url.replace(/^http/, 'ws') + liveSocket.path, [liveSubprotocol], { perMessageDeflate: false });
    const send = (message: LiveClientMessage): void => socket.send(JSON.stringify(message));
    socket.on('open', () => {
      send({ type: 'authorize', token });
      send({ type: 'subscribe', channel: 1, cameraId });
    });
    socket.on('message', (data, isBinary) => {
      if (!isBinary || !Buffer.isBuffer(data) || data[0] !== 2 || data.length <= liveHeaderBytes) return;
      const now = performance.now();
      if (waiting && (lastAt === null || now - lastAt >= waiting.pauseMs)) {
        waiting.resolve(now);
        waiting = null;
      }
      lastAt = now;
    });
    // `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!isClosed) setTimeout(connect, 100);
    });
  };
  connect();
  return {
    get lastAt() {
      return lastAt;
    },
    next: (pauseMs) =>
      new Promise((resolve) => {
        waiting = { pauseMs, resolve };
      }),
    close: () => {
      isClosed = true;
      socket.terminate();
    },
  };
}
