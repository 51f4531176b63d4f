import type { Plugin } from 'rollup';
import { minifySync } from 'vite';
import { target } from './plugins.ts';

/** Minifies the chunks with Oxc, which Vite contains: 3 % smaller than esbuild. */
export function minify(): Plugin {
  return {
    name: 'watchpost-minify',
    renderChunk(source, { fileName }) {
      const { code, errors } = minifySync(fileName, source, {
        module: true,
        compress: { target },
        mangle: { toplevel: true },
        codegen: { removeWhitespace: true, legalComments: 'none' },
      });
      const [error] = errors;
      if (error) throw new Error(`${fileName} could not be minified: ${error.message}`);
      return { code, map: null };
    },
  };
}
