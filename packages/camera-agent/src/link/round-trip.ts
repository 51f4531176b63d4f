import type { Clock } from '@watchpost/contract/timing/clock';
import type WebSocket from 'ws';

/** Measures the current round trip to the server, queued data included, ms. Never resolves after the connection ends. */
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
