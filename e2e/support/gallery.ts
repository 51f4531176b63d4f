import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import type { Plugin } from 'vite';
import { freePort } from './product.ts';

/** The app as developers see it, with the pages that only they have. */
export interface DevelopmentApp {
  readonly url: string;
  close(): Promise<void>;
}

const packages = resolve(import.meta.dirname, '../../packages');

/** Pages that tests alone need: an empty one that runs a module of the package at `/testing/<name>`. */
function testingPages(sources: string): Plugin {
  return {
    name: 'watchpost-testing-pages',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /^\/testing\/([\w-]+)$/.exec(request.url ?? '')?.[1];
        if (name === undefined) {
          next();
          return;
        }
        const page = `<!doctype html><html lang="en" data-theme="light"><title>${name}</title><div id="root"></div><script type="module" src="${sources}/${name}-page.tsx"></script></html>`;
        server.transformIndexHtml(request.url ?? '/', page).then((html) => response.setHeader('content-type', 'text/html').end(html), next);
      });
    },
  };
}

async function startVite(name: string, sources: string): Promise<DevelopmentApp> {
  const port = await freePort();
  const root = resolve(packages, name);
  const cacheDir = mkdtempSync(join(tmpdir(), 'watchpost-vite-'));
  const server = await createServer({
    root,
    configFile: resolve(root, 'vite.config.ts'),
    // A cache of its own: two servers that prepare the same libraries in one folder wait for each other.
    cacheDir,
    logLevel: 'error',
    plugins: [testingPages(sources)],
    server: { port, strictPort: true, host: '127.0.0.1', hmr: false, watch: null },
  });
  await server.listen();
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await server.close();
      rmSync(cacheDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Serves the app's sources by Vite; there is no server of the product behind it. */
export function startDevelopmentApp(): Promise<DevelopmentApp> {
  return startVite('reference-app', '/src/testing');
}

/** Serves the widgets' sources with Preact in the place of React, as their elements are built. */
export function startPreactPages(): Promise<DevelopmentApp> {
  return startVite('widgets', '/src/primitives/testing');
}
