import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

/** A web site of another origin than the product's. */
export interface Site {
  readonly origin: string;
  /** Serves this text at a path from now on. */
  page(path: string, html: string, headers?: Readonly<Record<string, string>>): void;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** @param folder files that it serves beside its pages */
export async function startSite(folder?: string): Promise<Site> {
  const pages = new Map<string, { html: string; headers: Readonly<Record<string, string>> }>();
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.test');
    const page = pages.get(pathname);
    if (page) return void answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.html);
    const file = pathname === '/' ? 'index.html' : pathname.slice(1);
    if (folder === undefined || file.includes('..')) return void answer.writeHead(404).end();
    readFile(join(folder, file)).then(
      (bytes) => answer.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(bytes),
      () => answer.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    page: (path, html, headers = {}) => void pages.set(path, { html, headers }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
