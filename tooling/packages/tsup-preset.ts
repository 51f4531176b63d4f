import { defineConfig, type Options } from 'tsup';

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Configures tsup for a library: one ES module per source module, beside the declarations that tsc writes (`pack-packages.ts`).
 * Entries with shared chunks were measured and cost partners up to 3 kB: bundlers drop a whole unused module, but not every statement of a chunk (ADR 70).
 * @param options.platform `neutral` for code that also runs in browsers
 * @param options.exclude folders below `src` that are not published
 * @param options.onSuccess writes what else belongs to the build
 */
export function defineLibrary(options: {
  readonly platform: 'neutral' | 'node';
  readonly exclude?: readonly string[];
  readonly onSuccess?: () => Promise<void>;
}): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry: ['src/**/*.ts', '!src/**/*.test.ts', ...(options.exclude ?? []).map((folder) => `!src/${folder}/**`)],
    platform: options.platform,
    format: 'esm',
    target: 'es2023',
    splitting: false,
    sourcemap: true,
    // `node:` shows bundlers and readers which modules are built in.
    removeNodeProtocol: false,
    esbuildPlugins: [keepModules],
    ...(options.onSuccess && { onSuccess: options.onSuccess }),
    esbuildOptions: (esbuild) => {
      esbuild.outbase = 'src';
    },
  });
}

/** Keeps imports between modules of the package as imports, with the names of the built files. */
const keepModules: EsbuildPlugin = {
  name: 'keep-modules',
  setup: (build) =>
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? null : { path: path.replace(/\.ts$/, '.js'), external: true },
    ),
};
