import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.ts': 'video/mp2t',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/mp4',
};

/** A partner's site: on another origin than the server, with pages that embed its cameras. */
export interface Site {
  readonly origin: string;
  /** Publishes a page. @returns its URL */
  page(name: string, html: string): string;
  close(): Promise<void>;
}

/**
 * Serves `/bench/…` and `/e2e/rig/…` (our own scripts, types stripped), `/hls.mjs` and the folders given.
 * @param folders address prefix → folder, `{ '/plain-hls/': '/tmp/x' }`
 */
export async function startSite(folders: Readonly<Record<string, string>> = {}): Promise<Site> {
  const pages = new Map<string, string>();
  const served: Readonly<Record<string, string>> = {
    '/bench/': join(import.meta.dirname, '..'),
    '/e2e/rig/': join(import.meta.dirname, '../../e2e/rig'),
    '/hls.mjs': hlsScript(),
    ...folders,
  };

  const load = async (path: string): Promise<string | Uint8Array> => {
    const page = pages.get(path);
    if (page !== undefined) return page;
    const prefix = Object.keys(served).find((candidate) => path.startsWith(candidate));
    if (prefix === undefined) throw new Error(`There is no page ${path}.`);
    const file = prefix.endsWith('/') ? join(served[prefix] ?? '', normalize(path.slice(prefix.length - 1))) : (served[prefix] ?? '');
    const content = await readFile(file);
    return isScript(path) ? stripTypeScriptTypes(content.toString()) : content;
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    load(path).then(
      (content) => response.writeHead(200, { 'Content-Type': typeOf(path), 'Cache-Control': 'no-store' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    origin,
    page: (name, html) => {
      pages.set(`/${name}`, html);
      return `${origin}/${name}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function typeOf(path: string): string {
  return isScript(path) ? 'text/javascript; charset=utf-8' : (types[extname(path)] ?? 'text/html; charset=utf-8');
}

/** Both TypeScript and MPEG transport streams are called .ts. */
function isScript(path: string): boolean {
  return path.startsWith('/bench/') || path.startsWith('/e2e/');
}

function hlsScript(): string {
  return join(import.meta.dirname, '../node_modules/hls.js/dist/hls.min.mjs');
}
