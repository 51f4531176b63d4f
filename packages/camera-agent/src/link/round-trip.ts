import type WebSocket from 'ws';
import type { Clock } from '../kernel/clock.ts';

/** How long the way to the server and back takes now, all that waits before it included, ms. Never resolves when the connection ends. */
export function createRoundTrip(socket: WebSocket, clock: Clock): () => Promise<number> {
  const waiting = new Map<string, () => void>();
  let count = 0;
  socket.on('pong', (data: Buffer) => {
    const name = data.toString('latin1');
    waiting.get(name)?.();
    waiting.delete(name);
  });
  return () =>
    new Promise((resolve) => {
      if (socket.readyState !== socket.OPEN) return;
      const name = String((count += 1));
      const from = clock.monotonic();
      waiting.set(name, () => resolve(clock.monotonic() - from));
      socket.ping(name);
    });
}
