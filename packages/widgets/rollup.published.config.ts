import { join } from 'node:path';
import type { RollupOptions } from 'rollup';
import { signalsOnFrozenPrototypes } from './build/frozen-prototypes.ts';
import { sourcePlugins } from './build/plugins.ts';
import { thirdParty } from './build/third-party.ts';

const source = (path: string): string => join(import.meta.dirname, 'src', path);
const patchedSignals = source('signals-core.ts');

/** Dependencies, which the page's own bundler brings. */
const libraries = ['@preact/signals-core', '@watchpost/sdk-core', 'hls.js', 'uqr'];
const isOneOf = (names: readonly string[], id: string): boolean => names.some((name) => id === name || id.startsWith(`${name}/`));

const output = {
  dir: join(import.meta.dirname, 'dist'),
  format: 'es',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  hoistTransitiveImports: false,
} satisfies RollupOptions['output'];

/** Entries that have only types are empty on purpose. */
const onLog: RollupOptions['onLog'] = (level, log, handle) => (log.code === 'EMPTY_BUNDLE' ? undefined : handle(level, log));

/** The modules of the npm package: style sheets are text inside them. The declarations are the compiler's. */
export default [
  {
    input: {
      react: source('react.ts'),
      'video-wall': source('video-wall.ts'),
      share: source('share.ts'),
      checkout: source('checkout.ts'),
      primitives: source('primitives/index.ts'),
    },
    external: (id) => isOneOf([...libraries, 'react', 'react-dom'], id),
    plugins: sourcePlugins({ preact: false, minifyCss: false }),
    // Server components cannot use effects and events.
    output: { ...output, banner: ({ isEntry }) => (isEntry ? "'use client';" : '') },
  },
  {
    input: {
      elements: source('elements.ts'),
      'define/camera': source('define/camera.ts'),
      'define/video-wall': source('define/video-wall.ts'),
      'define/share': source('define/share.ts'),
      'define/checkout': source('define/checkout.ts'),
      'define/snapshot': source('define/snapshot.ts'),
      'define/timeline': source('define/timeline.ts'),
      'jsx/react': source('jsx/react.ts'),
      'jsx/preact': source('jsx/preact.ts'),
      'signals-core': patchedSignals,
    },
    external: (id, importer) => isOneOf(libraries, id) && importer !== patchedSignals,
    plugins: [
      ...sourcePlugins({ preact: true, minifyCss: false }),
      signalsOnFrozenPrototypes(),
      thirdParty(join(output.dir, 'third-party.md')),
    ],
    output,
    onLog,
  },
] satisfies RollupOptions[];
