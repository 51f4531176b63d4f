import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A link to a server that repeatedly holds all data back for a moment, as a bad network does, and loses nothing. */
export interface StallingLink {
  readonly port: number;
  /** Starts the stalls: their interval and duration, ms. */
  begin(every: number, length: number): void;
  end(): void;
  close(): void;
}

export async function startStallingLink(targetPort: number): Promise<StallingLink> {
  const pairs = new Set<{ readonly client: Socket; readonly upstream: Socket }>();
  let timer: NodeJS.Timeout | undefined;
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    const pair = { client, upstream };
    pairs.add(pair);
    client.setNoDelay(true);
    client.pipe(upstream);
    upstream.pipe(client);
    for (const side of [client, upstream]) {
      side.on('error', () => side.destroy());
      side.on('close', () => {
        client.destroy();
        upstream.destroy();
        pairs.delete(pair);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The link has no port.');
  const hold = (length: number): void => {
    for (const { client, upstream } of pairs) {
      upstream.unpipe(client);
      upstream.pause();
      setTimeout(() => !client.destroyed && upstream.pipe(client), length);
    }
  };
  const end = (): void => clearInterval(timer);
  return {
    port: address.port,
    begin(every, length) {
      end();
      timer = setInterval(() => hold(length), every);
    },
    end,
    close() {
      end();
      server.close();
      for (const { client } of pairs) client.destroy();
    },
  };
}
