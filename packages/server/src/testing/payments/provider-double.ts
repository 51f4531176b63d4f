import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerPage, type HostedPages } from './provider-page.ts';

/**
 * What goes wrong with every request from now on. `lost` does the work and loses the answer, `unanswered` does the work and never answers;
 * `hanging` does nothing and never answers; the others answer 500, 429 and 401.
 */
export type ProviderFault = 'lost' | 'unanswered' | 'hanging' | 'failing' | 'busy' | 'unauthorized';

export interface DoubleRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface DoubleAnswer {
  readonly status: number;
  readonly body: object;
}

export interface ProviderDouble {
  readonly origin: string;
  readonly requests: readonly DoubleRequest[];
  setFault(fault: ProviderFault | null): void;
  close(): Promise<void>;
}

/** Starts a server on loopback that answers like a provider's API, and shows its pages. */
export async function startProviderDouble(
  answer: (request: DoubleRequest) => DoubleAnswer,
  failure: (status: number) => object,
  pages: HostedPages,
): Promise<ProviderDouble> {
  const requests: DoubleRequest[] = [];
  let fault: ProviderFault | null = null;
  const statuses: Partial<Record<ProviderFault, number>> = { failing: 500, busy: 429, unauthorized: 401 };

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { method = '', headers, url = '' } = request;
    const taken = { method, headers, url: new URL(url, 'http://double'), body: Buffer.concat(chunks).toString('utf8') };
    // A customer's browser: faults are those of the API.
    const page = answerPage(pages, taken);
    if (page) {
      response.writeHead(page.status, page.headers).end(page.body);
      return;
    }
    requests.push(taken);
    const status = fault === null ? undefined : statuses[fault];
    if (fault === 'hanging') return;
    const { status: code, body } = status === undefined ? answer(taken) : { status, body: failure(status) };
    if (fault === 'unanswered') return;
    if (fault === 'lost') {
      request.socket.destroy();
      return;
    }
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
    requests,
    setFault: (next) => {
      fault = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
