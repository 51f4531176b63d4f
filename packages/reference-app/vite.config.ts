import { defineConfig } from 'vite';
import { withoutDevelopmentPages } from './build/development-pages.ts';
import { importFetched } from '../../tooling/packages/import-again.ts';
import { completeTexts } from './build/complete-texts.ts';
import { serviceWorker } from './build/service-worker.ts';
import { lateStyles } from './build/late-styles.ts';
import { firstChunk } from './build/first-chunk.ts';
import { sizeBudget } from './build/size-budget.ts';
import { stripInjectedStyles } from './build/strip-injected-styles.ts';

/** The server behind `vite` and `vite preview`. */
const server = process.env['WATCHPOST_SERVER'] ?? 'http://127.0.0.1:8080';
const proxy = { '/public/api': { target: server, ws: true } };
/** As the server sends it, so that `vite preview` shows violations too. */
const policy = "default-src 'self'; object-src 'none'; base-uri 'none'; img-src 'self' blob:; media-src 'self' blob:; connect-src 'self' ws: wss: http://*:7654; require-trusted-types-for 'script'";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [completeTexts(new URL('./src/shared/i18n/texts/', import.meta.url)), stripInjectedStyles(), withoutDevelopmentPages(), lateStyles(), importFetched(), sizeBudget(new URL('./size-budget.json', import.meta.url)), serviceWorker()],
  optimizeDeps: { exclude: ['sonner'] },
  // `data:` addresses are not in the content security policy: every asset is a file.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    // Styles only: the names of every part's scripts, with hashes that hardly compress, would be 2 kB of the first screen.
    modulePreload: { resolveDependencies: (_file, dependencies) => dependencies.filter((name) => name.endsWith('.css')) },
    // "use client" is for server components, which there are none of.
    rolldownOptions: {
      onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
      output: { codeSplitting: { groups: [{ name: firstChunk(`${import.meta.dirname}/src/app/main.tsx`) }] } },
    },
  },
  // The barcode reader: a module, so that its library stays a chunk.
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy, headers: { 'Content-Security-Policy': policy } },
});
