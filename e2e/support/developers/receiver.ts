import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

/** A partner's server that webhooks call. */
export interface Receiver {
  readonly url: string;
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** Answers with this status from now on. */
  answer(status: number): void;
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 204;
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      answer.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    received,
    answer: (next) => void (status = next),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
