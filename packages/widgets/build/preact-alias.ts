import { fileURLToPath } from 'node:url';

const source = (path: string): string => fileURLToPath(new URL(`../src/element/${path}`, import.meta.url));

/** In the elements React's names mean Preact: one component source, one small runtime. */
export const preactAlias: { find: RegExp; replacement: string }[] = [
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: source('preact-jsx.ts') },
  // React 18 warns about layout effects on a server, Preact does not.
  { find: /^.*\/layout-effect\.ts$/, replacement: source('preact-react.ts') },
  { find: /^react$/, replacement: source('preact-react.ts') },
];
