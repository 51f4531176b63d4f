import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rollup';
import { target } from './plugins.ts';

export interface LoadersOptions {
  /** The name of the scripts, without `.js`. */
  readonly name: string;
  readonly tag: string;
  readonly version: string;
}

/** The value of an `integrity` attribute. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/**
 * Adds the scripts for a page's tag, all with the same few lines and another address of the element's file, which they compare with its hash:
 * `v1/{name}.js` and the older `{name}.js` follow the server's version; `{version}/{name}.js` never changes.
 */
export function loaders({ name, tag, version }: LoadersOptions): Plugin {
  return {
    name: 'watchpost-loaders',
    async generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
      if (entry?.type !== 'chunk') throw new Error(`There is no entry for ${name}.js.`);
      const integrity = integrityOf(entry.code);
      const within = entry.fileName.slice(version.length + 1);
      for (const [fileName, file] of [
        [`${name}.js`, `./${entry.fileName}`],
        [`v1/${name}.js`, `../${entry.fileName}`],
        [`${version}/${name}.js`, `./${within}`],
      ] as const)
        this.emitFile({ type: 'asset', fileName, source: await loaderText({ tag, version, file, integrity }) });
    },
  };
}

async function loaderText(loader: Readonly<Record<string, string>>): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../src/cdn/loader.ts')],
    define: { loader: JSON.stringify(loader) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target,
    charset: 'utf8',
    legalComments: 'none',
  });
  return outputFiles[0]?.text ?? '';
}

/** Writes `sri.json` beside the files of a version, once all of them are written: the `integrity` of each, for tags and import maps. */
export function integrityManifest(folder: string, version: string): Plugin {
  return {
    name: 'watchpost-integrity-manifest',
    async writeBundle() {
      const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.js')).toSorted();
      const integrity = Object.fromEntries(
        await Promise.all(
          paths.map(async (path) => [path.replaceAll('\\', '/'), integrityOf(await readFile(join(folder, path)))] as const),
        ),
      );
      await writeFile(join(folder, 'sri.json'), `${JSON.stringify({ version, integrity }, null, 2)}\n`);
    },
  };
}
