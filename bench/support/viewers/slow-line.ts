import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that lets little through to each of its clients, as a phone's in a cellar. */
interface SlowLine {
  readonly url: string;
  /** Connections now. */
  open(): number;
  /** Connections so far. */
  opened(): number;
  stop(): void;
}

export async function startSlowLine(targetPort: number, bytesPerSecond: number): Promise<SlowLine> {
  const pairs = new Map<Socket, Socket>();
  let opened = 0;
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    pairs.set(client, upstream);
    opened += 1;
    client.pipe(upstream);
    for (const side of [client, upstream]) {
      side.on('error', () => side.destroy());
      side.on('close', () => {
        client.destroy();
        upstream.destroy();
        pairs.delete(client);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  // Nobody else reads from the server: what it sends fills the buffers of the system, and then waits in its memory.
  const timer = setInterval(() => {
    for (const [client, upstream] of pairs) {
      const chunk: unknown = upstream.read(Math.min(bytesPerSecond, upstream.readableLength));
      if (Buffer.isBuffer(chunk)) client.write(chunk);
    }
  }, 1000);
  return {
    url: `http://127.0.0.1:${address.port}`,
    open: () => pairs.size,
    opened: () => opened,
    stop: () => {
      clearInterval(timer);
      server.close();
      for (const client of pairs.keys()) client.destroy();
    },
  };
}
