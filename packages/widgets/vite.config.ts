import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** React's names mean Preact in the elements: one component source, one small runtime. */
const alias = [
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: source('./src/element/preact-jsx.ts') },
  { find: /^react$/, replacement: source('./src/element/preact-react.ts') },
];

/** The script-tag build, `dist/cdn`: a tiny loader with a fixed name, everything else hashed beside it. */
export default defineConfig({
  base: './',
  publicDir: false,
  resolve: { alias, dedupe: ['preact', '@preact/signals-core'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/cdn',
    emptyOutDir: true,
    target: 'es2022',
    // light-dark() as it is: lowering it doubles the tokens.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // A library, so that no preload helper is added to the loader.
    lib: { entry: { watchpost: source('./src/cdn/loader.ts') }, formats: ['es'] },
    rollupOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', minify: true } },
  },
});
