import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { Plugin, ResolvedConfig } from 'vite';
import type { Shell } from '../src/service-worker/worker-shell.ts';

const offline = { en: '/offline-page/en.html', ru: '/offline-page/ru.html' } as const;
/** Files to precache: the app's code, styles and fonts. Pictures load when they are shown. */
const precached = /\.(js|css|woff2)$/;

/**
 * Builds the offline page and then the service worker, which lists all built files. The worker needs a bundle of its own
 * because it is a single classic script at a fixed address, and the pages' chunks must not depend on it.
 * @param options.plugins of the worker's bundle
 */
export function serviceWorker({ plugins }: { readonly plugins: readonly Plugin[] }): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'watchpost-service-worker',
    configResolved(resolved) {
      config = resolved;
    },
    // `vite dev` serves the same worker with nothing to cache, so that push can be developed.
    configureServer(server) {
      server.middlewares.use('/service-worker.js', (_request, response, next) => {
        bundleWorker(config.root, plugins, {
          build: 'development',
          assets: [],
          offline: { en: '/src/offline-page/en.html', ru: '/src/offline-page/ru.html' },
        }).then((code) => response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }).end(code), next);
      });
    },
    closeBundle: {
      sequential: true,
      async handler() {
        if (config.command !== 'build') return;
        const out = resolve(config.root, config.build.outDir);
        await buildOfflinePage(config.root, out);
        const assets = readdirSync(join(out, 'assets'))
          .filter((name) => precached.test(name))
          .toSorted()
          .map((name) => `/assets/${name}`);
        const pages = Object.values(offline).map((path) => readFileSync(join(out, path)));
        const worker = await bundleWorker(config.root, plugins, { build: 'BUILD', assets, offline });
        // A changed page or worker makes a new build too, even when no asset has changed.
        const id = digest([assets.join(), worker, ...pages]);
        writeFileSync(join(out, 'service-worker.js'), worker.replace('"BUILD"', JSON.stringify(id)).replace('`BUILD`', JSON.stringify(id)));
      },
    },
  };
}

function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}

async function buildOfflinePage(root: string, out: string): Promise<void> {
  const source = join(root, 'src');
  await build({
    configFile: false,
    root: source,
    publicDir: false,
    logLevel: 'warn',
    experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
    build: {
      outDir: out,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: { input: Object.values(offline).map((path) => join(source, path)) },
    },
  });
}

/** @returns the worker's code */
async function bundleWorker(root: string, plugins: readonly Plugin[], shell: Shell): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [...plugins],
    define: { watchpostShell: JSON.stringify(shell) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'src/service-worker/service-worker.ts'),
        output: { format: 'iife', codeSplitting: false },
        // "use client" only matters to server components, which this app does not use.
        onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
      },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const chunk = outputs.find((one) => one.type === 'chunk');
  if (!chunk) throw new Error('The service worker was not bundled.');
  return chunk.code;
}
