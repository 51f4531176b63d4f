import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** The own server of a page that embeds cameras: pages, and tokens by POST for `token-url`. */
export interface Partner {
  readonly origin: string;
  /** What was asked for, in order. */
  readonly asked: { readonly cameraIds: readonly string[]; readonly cookie: string | undefined }[];
  /** Answers with this status instead of a token. */
  refuseWith(status: number | null): void;
  /** Serves this text at a path from now on. */
  page(path: string, html: string, headers?: Readonly<Record<string, string>>): void;
  close(): void;
}

/** @param createToken what its server asks Watchpost for */
export async function startPartner(createToken: (cameraIds: string[], origin: string) => Promise<string>): Promise<Partner> {
  const pages = new Map<string, { html: string; headers: Readonly<Record<string, string>> }>();
  const asked: { cameraIds: string[]; cookie: string | undefined }[] = [];
  let refusal: number | null = null;
  let origin = '';
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://partner.test');
    if (request.method === 'POST' && pathname === '/tokens') {
      void text(request).then(async (body) => {
        const { cameraIds }: { cameraIds: string[] } = JSON.parse(body);
        asked.push({ cameraIds, cookie: request.headers.cookie });
        if (refusal !== null) return answer.writeHead(refusal).end();
        const token = await createToken(cameraIds, origin);
        return answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }));
      });
      return;
    }
    const page = pages.get(pathname);
    if (!page) return void answer.writeHead(404).end();
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'visitor=1', ...page.headers }).end(page.html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The partner has no port.');
  origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    asked,
    refuseWith: (status) => void (refusal = status),
    page: (path, html, headers = {}) => void pages.set(path, { html, headers }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
