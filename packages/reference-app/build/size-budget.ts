import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface FirstScreen {
  readonly name: string;
  /** The ends of the paths of the modules that main.tsx loads in parallel for this screen. */
  readonly modules: readonly string[];
  /** Gzip size of all JavaScript that the screen needs before it can be used, its language included. */
  readonly maxBytes: number;
}

/** Prints the gzip size of every first screen after the build, and fails the build when one exceeds its budget. */
export function sizeBudget(file: URL): Plugin {
  return {
    name: 'watchpost-size-budget',
    apply: 'build',
    // Measures the written files: Vite inserts the names of files to preload last, and they hardly compress.
    writeBundle({ dir }, bundle) {
      const { firstScreens }: { firstScreens: readonly FirstScreen[] } = JSON.parse(readFileSync(file, 'utf8'));
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
      const chunkOf = (module: string): Rolldown.OutputChunk => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
        if (!chunk) throw new Error(`No chunk for ${module}: correct firstScreens in ${file.pathname}.`);
        return chunk;
      };
      const gzip = (name: string): number => gzipSync(readFileSync(join(dir ?? '', name))).length;
      const weigh = (names: readonly string[]): number => names.reduce((sum, name) => sum + gzip(name), 0);
      /** Lists the text files that these chunks load in one language. */
      const textsOf = (names: ReadonlySet<string>, language: string): string[] => {
        const late = new Set(chunks.filter(({ fileName }) => names.has(fileName)).flatMap(({ dynamicImports }) => dynamicImports));
        return chunks
          .filter(({ fileName, facadeModuleId }) => late.has(fileName) && facadeModuleId?.endsWith(`.${language}.json`))
          .map(({ fileName }) => fileName);
      };
      for (const { name, modules, maxBytes } of firstScreens) {
        const files = new Set<string>();
        for (const module of ['/src/app/main.tsx', ...modules]) addWithImports(chunkOf(module).fileName, bundle, files);
        // Only one language is loaded: the heavier one counts.
        const texts = Math.max(...['en', 'ru'].map((language) => weigh(textsOf(files, language))));
        const bytes = weigh([...files]) + texts;
        const line = `${name}: ${bytes} bytes gzip of ${maxBytes}`;
        if (bytes > maxBytes) throw new Error(`Over the size budget. ${line}`);
        console.info(line);
      }
    },
  };
}

function addWithImports(name: string, bundle: Rolldown.OutputBundle, files: Set<string>): void {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || files.has(name)) return;
  files.add(name);
  for (const imported of chunk.imports) addWithImports(imported, bundle, files);
}
