import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A connection to a server that can be cut like a network cable: nothing arrives, without any notice. */
export interface CutLine {
  /** Its own address, `http://127.0.0.1:port`. */
  readonly url: string;
  /** Blocks all data from now on; new connections are accepted, but not forwarded. */
  cut(): void;
  /** Forwards the data that was held back, late. */
  mend(): void;
  close(): void;
}

/**
 * Starts the line.
 * @param target the server's port on this machine
 */
export async function startCutLine(target: number): Promise<CutLine> {
  const sockets = new Set<Socket>();
  /** Data that wait until the line is mended. */
  let waiting: (() => void)[] = [];
  let isCut = false;

  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (data: Buffer) => {
      if (!isCut) return void to.write(data);
      from.pause();
      waiting.push(() => {
        to.write(data);
        from.resume();
      });
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      // An end of one side is not forwarded either while the line is cut.
      if (isCut) waiting.push(() => to.destroy());
      else to.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    join(client, upstream);
    join(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
      for (const pass of waiting.splice(0)) pass();
    },
    close: () => {
      waiting = [];
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
