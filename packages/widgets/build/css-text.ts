import { build } from 'esbuild';
import type { Plugin } from 'rollup';

const suffix = '?inline';

/** Oldest browsers whose CSS is not lowered. They have `light-dark()`; lowering it would double the tokens. */
const target = ['chrome123', 'safari17.5', 'firefox120'];

/** Makes `import css from './x.css?inline'` the style sheet's text, imports included: shadow roots adopt it. */
export function cssText({ minify }: { readonly minify: boolean }): Plugin {
  return {
    name: 'watchpost-css-text',
    async resolveId(source, importer) {
      if (!source.endsWith(`.css${suffix}`)) return null;
      const file = await this.resolve(source.slice(0, -suffix.length), importer);
      return file && { id: `${file.id}${suffix}`, moduleSideEffects: false };
    },
    async load(id) {
      if (!id.endsWith(`.css${suffix}`)) return null;
      const path = id.slice(0, -suffix.length);
      const { outputFiles, metafile } = await build({ entryPoints: [path], bundle: true, minify, target, write: false, metafile: true });
      for (const file of Object.keys(metafile.inputs)) this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(outputFiles[0]?.text.trim())};`, map: null };
    },
  };
}
