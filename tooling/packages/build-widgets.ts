import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, loadConfigFromFile, type InlineConfig } from 'vite';
import { root } from '../lib/root.ts';

const folder = join(root, 'packages/widgets');
const source = (path: string): string => join(folder, 'src', path);
const isOneOf = (names: readonly string[]) => (id: string): boolean => names.some((name) => id === name || id.startsWith(`${name}/`));

/** Left to whoever installs the package. Preact is not among them: it is inside the elements, so that there is one copy. */
const libraries = ['react', 'react-dom', '@preact/signals-core', '@preact/signals-react', '@watchpost/sdk-core', 'hls.js'];

/**
 * Writes the published files of widgets: style sheets become text inside the modules, React's names mean Preact in the elements.
 * The declarations are the compiler's.
 */
export async function buildWidgets(): Promise<void> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(folder, 'vite.config.ts'), folder);
  const elementResolve = loaded?.config.resolve ?? {};
  const base = (entry: Readonly<Record<string, string>>, extra: InlineConfig): InlineConfig => ({
    ...extra,
    root: folder,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      lib: { entry, formats: ['es'], fileName: (_format, name) => `${name}.js` },
      rollupOptions: { external: isOneOf(libraries), output: { chunkFileNames: 'chunks/[name]-[hash].js' } },
    },
  });
  await build(base({ react: source('react.ts'), 'video-wall': source('video-wall.ts'), primitives: source('primitives/index.ts') }, {}));
  await build(base({ elements: source('elements.ts'), 'define/camera': source('define/camera.ts'), 'define/video-wall': source('define/video-wall.ts') }, { resolve: elementResolve, oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } } }));
  cpSync(source('theme'), join(folder, 'dist/theme'), { recursive: true, filter: (path) => !/\.ts$|testing$/.test(path) });
  // theme/primitives.css names them.
  cpSync(source('primitives'), join(folder, 'dist/primitives'), { recursive: true, filter: (path) => statSync(path).isDirectory() ? !path.endsWith('testing') : path.endsWith('.css') });
}
