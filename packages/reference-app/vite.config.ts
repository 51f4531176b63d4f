import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { withoutDevelopmentPages } from './build/development-pages.ts';
import { completeTexts } from './build/complete-texts.ts';
import { serviceWorker } from './build/service-worker.ts';
import { firstChunks } from './build/first-chunk.ts';
import { leanI18next } from './build/lean-i18next.ts';
import { leanLibraries } from './build/lean-libraries.ts';
import { sizeBudget } from './build/size-budget.ts';
import { stripInjectedStyles } from './build/strip-injected-styles.ts';
import { thirdPartyLicenses } from './build/third-party.ts';

/** The server behind `vite` and `vite preview`. */
const server = process.env['WATCHPOST_SERVER'] ?? 'http://127.0.0.1:8080';
const proxy = { '/public/api': { target: server, ws: true } };
/** The server's policy, so that `vite preview` shows violations too. */
const policy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; img-src 'self' blob:; media-src 'self' blob:; connect-src 'self' ws: wss:; require-trusted-types-for 'script'; trusted-types watchpost-app watchpost-worker";

const licenses = thirdPartyLicenses();
/** Named in the players' quality reports. */
const { version }: { version: string } = JSON.parse(readFileSync(new URL('../widgets/package.json', import.meta.url), 'utf8'));

/** The folder of the app's entries. */
const source = `${import.meta.dirname}/src/app`;
/** The files that main.tsx imports dynamically; their preloads name what has already loaded. */
const firstScreenFile = /^assets\/(sign-in|app|frame|dashboard)-[^/]*$/;
const coreFile = /^assets\/(core|rolldown-runtime)-/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    completeTexts(new URL('./src/', import.meta.url)),
    stripInjectedStyles(),
    leanLibraries(),
    leanI18next(),
    withoutDevelopmentPages(),
    sizeBudget(new URL('../../size-budgets.json', import.meta.url)),
    licenses.collect(),
    serviceWorker({ plugins: [licenses.collect()] }),
    licenses.write('third-party.md'),
  ],
  define: { watchpostVersion: JSON.stringify(version) },
  // Scripts and styles find their files beside themselves, so that the server can be under a path; it adds the path to the page's own addresses.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  // JSON texts load whole: a named export for each key would double their size.
  json: { namedExports: false },
  optimizeDeps: { exclude: ['sonner'] },
  // The content security policy forbids `data:` addresses, so every asset is a file.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    // Preloads only the first screens' modules: the names of all scripts, with hashes that hardly compress, would add 2 kB to the first screen.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, dependencies) =>
        dependencies.filter((name) => name.endsWith('.css') || (firstScreenFile.test(file) && !coreFile.test(name))),
    },
    // "use client" only matters to server components, which this app does not use.
    rolldownOptions: {
      onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
      output: {
        codeSplitting: {
          groups: [...firstChunks({ main: `${source}/main.tsx`, signIn: `${source}/sign-in-page.tsx`, app: `${source}/app.tsx` })],
        },
      },
    },
  },
  // The barcode reader's worker is a module, so that its library stays a chunk.
  worker: { format: 'es', plugins: () => [licenses.collect()] },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy, headers: { 'Content-Security-Policy': policy } },
});
