import { resolve } from 'node:path';
import { createServer } from 'vite';
import type { Plugin } from 'vite';
import { freePort } from './product.ts';

/** The app as developers see it, with the pages that only they have. */
export interface DevelopmentApp {
  readonly url: string;
  close(): Promise<void>;
}

const folder = resolve(import.meta.dirname, '../../packages/reference-app');

/** Pages that tests alone need: an empty one that runs `/src/testing/<name>-page.tsx` at `/testing/<name>`. */
const testingPages: Plugin = {
  name: 'watchpost-testing-pages',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const name = /^\/testing\/([\w-]+)$/.exec(request.url ?? '')?.[1];
      if (name === undefined) {
        next();
        return;
      }
      const page = `<!doctype html><html lang="en" data-theme="light"><title>${name}</title><div id="root"></div><script type="module" src="/src/testing/${name}-page.tsx"></script></html>`;
      server.transformIndexHtml(request.url ?? '/', page).then((html) => response.setHeader('content-type', 'text/html').end(html), next);
    });
  },
};

/** Serves the app's sources by Vite; there is no server of the product behind it. */
export async function startDevelopmentApp(): Promise<DevelopmentApp> {
  const port = await freePort();
  const server = await createServer({
    root: folder,
    configFile: resolve(folder, 'vite.config.ts'),
    // A cache of its own: tests run beside somebody's `npm run dev`.
    cacheDir: resolve(folder, '../../node_modules/.cache/watchpost/vite-e2e'),
    logLevel: 'error',
    plugins: [testingPages],
    server: { port, strictPort: true, host: '127.0.0.1', hmr: false, watch: null },
  });
  await server.listen();
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
