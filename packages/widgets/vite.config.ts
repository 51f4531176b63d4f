import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** React's names mean Preact in the elements: one component source, one small runtime. */
const alias = [
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react$/, replacement: source('./src/element/preact-react.ts') },
  { find: '@preact/signals-react/runtime', replacement: source('./src/element/preact-signals-runtime.ts') },
  { find: /^@preact\/signals-react$/, replacement: '@preact/signals' },
];

/** The script-tag build, `dist/cdn`: a tiny loader with a fixed name, everything else hashed beside it. */
export default defineConfig({
  base: './',
  publicDir: false,
  resolve: { alias, dedupe: ['preact', '@preact/signals-core'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/cdn',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: { watchpost: source('./src/cdn/loader.ts') },
      preserveEntrySignatures: false,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' },
    },
  },
});
