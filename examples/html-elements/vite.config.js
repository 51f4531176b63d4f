import { defineConfig } from 'vite';

// Inside this repository the widgets are taken from their source, whose components are written once for React and Preact;
// the published package has the element built already and needs no configuration.
const preact = new URL('../../packages/widgets/src/element/', import.meta.url).pathname;

// oxlint-disable-next-line import/no-default-export -- Vite asks for it
export default defineConfig({
  resolve: {
    alias: [
      { find: /^react\/jsx(-dev)?-runtime$/, replacement: `${preact}preact-jsx.ts` },
      { find: /^react$/, replacement: `${preact}preact-react.ts` },
    ],
  },
});
