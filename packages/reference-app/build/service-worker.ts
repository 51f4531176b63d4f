import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { Plugin, ResolvedConfig } from 'vite';
import type { Shell } from '../src/service-worker/worker-shell.ts';

const offline = { en: '/offline-page/en.html', ru: '/offline-page/ru.html' } as const;
/** Precached: what the app's screens are made of. Pictures come when they are shown. */
const precached = /\.(js|css|woff2)$/;

/**
 * Builds the offline page and, last of all, the service worker with the list of everything that was built: one more bundle,
 * because a worker is a single classic script at a fixed address, and the pages' chunks must not depend on it.
 */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'watchpost-service-worker',
    configResolved(resolved) {
      config = resolved;
    },
    // `vite dev`: the same worker with nothing to cache, so that push can be worked on.
    configureServer(server) {
      server.middlewares.use('/service-worker.js', (_request, response, next) => {
        bundleWorker(config.root, { build: 'development', assets: [], offline: { en: '/src/offline-page/en.html', ru: '/src/offline-page/ru.html' } }).then(
          (code) => response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }).end(code),
          next,
        );
      });
    },
    closeBundle: {
      sequential: true,
      async handler() {
        if (config.command !== 'build') return;
        const out = resolve(config.root, config.build.outDir);
        await buildOfflinePage(config.root, out);
        const assets = readdirSync(join(out, 'assets')).filter((name) => precached.test(name)).toSorted().map((name) => `/assets/${name}`);
        const pages = Object.values(offline).map((path) => readFileSync(join(out, path)));
        const worker = await bundleWorker(config.root, { build: 'BUILD', assets, offline });
        // Another page or another worker is another build too, even when no asset has changed.
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

/** @returns the code of the worker */
async function bundleWorker(root: string, shell: Shell): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { watchpostShell: JSON.stringify(shell) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'src/service-worker/service-worker.ts'),
        output: { format: 'iife', codeSplitting: false },
        // "use client" is for server components, which there are none of.
        onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
      },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const chunk = outputs.find((one) => one.type === 'chunk');
  if (!chunk) throw new Error('The service worker was not bundled.');
  return chunk.code;
}
