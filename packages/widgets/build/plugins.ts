import { readFileSync } from 'node:fs';
import alias from '@rollup/plugin-alias';
import nodeResolve from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import type { Plugin } from 'rollup';
import esbuild from 'rollup-plugin-esbuild';
import { cssText } from './css-text.ts';
import { preactAlias } from './preact-alias.ts';

/** The language of the built files. */
export const target = 'es2022';

const { version }: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** What every build needs. @param preact React's names mean Preact */
export function sourcePlugins({ preact, minifyCss }: { readonly preact: boolean; readonly minifyCss: boolean }): Plugin[] {
  return [
    ...(preact ? [alias({ entries: preactAlias })] : []),
    cssText({ minify: minifyCss }),
    nodeResolve({ exportConditions: ['browser', 'production'], dedupe: ['preact', '@preact/signals-core'], extensions: ['.js', '.ts'] }),
    replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"', watchpostVersion: JSON.stringify(version) } }),
    esbuild({ target, jsx: 'automatic', tsconfig: false }),
  ];
}
