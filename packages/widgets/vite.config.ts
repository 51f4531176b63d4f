import { fileURLToPath } from 'node:url';
import { build, defineConfig } from 'vite';
import type { InlineConfig, Plugin } from 'vite';
import { importAgain } from '../../tooling/packages/import-again.ts';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** React's names mean Preact in the elements: one component source, one small runtime. */
const alias = [
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: source('./src/element/preact-jsx.ts') },
  { find: /^react$/, replacement: source('./src/element/preact-react.ts') },
];

/** A library, so that no preload helper is added to the loader; nobody bundles it again, so notes for bundlers are left out. */
const script = (entry: Readonly<Record<string, string>>, chunks: string): InlineConfig => ({
  base: './',
  publicDir: false,
  resolve: { alias, dedupe: ['preact', '@preact/signals-core'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [importAgain({
    // The loaders have nothing to fall back on, and are run once.
    isSpared: (file) => Object.keys(entry).some((name) => file === `${name}.js`),
    // The archive and WebCodecs both read fragments. In one file they would be a kilobyte more for everybody who looks back.
    isTolerated: (file) => file.startsWith(`${chunks}fragment-samples-`),
  })],
  build: {
    outDir: 'dist/cdn',
    emptyOutDir: false,
    target: 'es2022',
    // light-dark() as it is: lowering it doubles the tokens.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    lib: { entry: { ...entry }, formats: ['es'] },
    rollupOptions: { output: { entryFileNames: '[name].js', chunkFileNames: `${chunks}[name]-[hash].js`, minify: true, comments: { annotation: false } } },
  },
});

/** Built by itself: what it shares with the camera would split the camera's one file in several. */
const videoWall = (): Plugin => ({
  name: 'watchpost-video-wall',
  apply: 'build',
  closeBundle: async () => {
    await build({ ...script({ 'watchpost-video-wall': source('./src/cdn/video-wall-loader.ts') }, 'wall/'), root: import.meta.dirname, configFile: false, logLevel: 'warn' });
  },
});

const camera = script({ watchpost: source('./src/cdn/loader.ts') }, '');

/** The script-tag builds, `dist/cdn`: a tiny loader with a fixed name for each element, everything else hashed beside it. */
export default defineConfig({ ...camera, plugins: [...(camera.plugins ?? []), videoWall()], build: { ...camera.build, emptyOutDir: true } });
