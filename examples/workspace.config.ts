import { defineConfig } from 'vite';

const preact = new URL('../packages/widgets/src/element/', import.meta.url).pathname;

/**
 * For html-elements in a clone, where the widgets come from their source: `npx vite --config ../workspace.config.ts`.
 * Their components are written once for React and Preact; the published package has the elements built already.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^react\/jsx(-dev)?-runtime$/, replacement: `${preact}preact-jsx.ts` },
      { find: /^react$/, replacement: `${preact}preact-react.ts` },
    ],
  },
});
