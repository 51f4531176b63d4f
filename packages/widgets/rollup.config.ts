import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, RollupOptions } from 'rollup';
import { signalsOnFrozenPrototypes } from './build/frozen-prototypes.ts';
import { integrityManifest, loaders } from './build/loaders.ts';
import { minify } from './build/minify.ts';
import { playerSignals } from './build/player-signals.ts';
import { sourcePlugins } from './build/plugins.ts';
import { retryImports } from './build/retry-imports.ts';
import { thirdParty } from './build/third-party.ts';
import { withoutUnusedFetchParts } from './build/unused-fetch-parts.ts';

const output = join(import.meta.dirname, 'dist/cdn');
const { version }: { version: string } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

/** Shared by the archive and WebCodecs. In the archive's own chunk, everyone who watches the archive would load a kilobyte more. */
const fragments = 'fragments';

const emptyOutput: Plugin = { name: 'watchpost-empty-output', buildStart: () => rm(output, { recursive: true, force: true }) };

/**
 * The files of an element in the folder of the version, each with a hash in its name, and the scripts that load them.
 * @param element its name in `src/define`
 * @param chunks the folder of its files, with a slash at its end
 * @param first plugins before the usual ones
 */
function script(name: string, element: string, chunks = '', first: readonly Plugin[] = []): RollupOptions & { plugins: Plugin[] } {
  const folder = `${version}/${chunks}`;
  return {
    input: { [element]: join(import.meta.dirname, `src/define/${element}.ts`) },
    plugins: [
      ...first,
      ...sourcePlugins({ preact: true, minifyCss: true }),
      signalsOnFrozenPrototypes(),
      withoutUnusedFetchParts(),
      retryImports({ tolerated: new RegExp(`^${folder}${fragments}-`) }),
      loaders({ name, tag: `watchpost-${element}`, version }),
      // The camera's libraries are listed where the licence check of a package expects them.
      thirdParty(join(output, chunks === '' ? '' : folder, 'third-party.md')),
    ],
    output: {
      dir: output,
      format: 'es',
      entryFileNames: `${folder}[name]-element-[hash].js`,
      chunkFileNames: `${folder}[name]-[hash].js`,
      manualChunks: (id) => (/\/media\/(fragment-samples|init-mime-type)\.ts$/.test(id) ? fragments : undefined),
      hoistTransitiveImports: false,
      generatedCode: { arrowFunctions: true, constBindings: true, objectShorthand: true },
      plugins: [minify()],
    },
  };
}

const camera = script('watchpost', 'camera', '', playerSignals());
const share = script('watchpost-share', 'share', 'share/');

/** The script-tag files, `dist/cdn`. The others are built by themselves: sharing chunks with them would split the camera's one file. */
export default [
  { ...camera, plugins: [emptyOutput, camera.plugins] },
  script('watchpost-video-wall', 'video-wall', 'wall/'),
  script('watchpost-snapshot', 'snapshot', 'snapshot/'),
  script('watchpost-timeline', 'timeline', 'timeline/'),
  script('watchpost-checkout', 'checkout', 'checkout/'),
  // The last one: the manifest lists the files of all.
  { ...share, plugins: [share.plugins, integrityManifest(join(output, version), version)] },
] satisfies RollupOptions[];
