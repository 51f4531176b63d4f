import type { Plugin } from 'vite';

/** `import("./controls-uiu9pXC9.js")` in a built file, in any of the three quotes. */
const dynamicImport = /\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)/g;

/**
 * Code that was lost on the way can be asked for again. Browsers kept the failure of a module for as long as the page lives until HTML's
 * module map changed in July 2026, so that another `import` of the same address was not even sent: the next one has another address.
 * @param isSpared files that never ask twice, by name
 */
export function importAgain(isSpared: (file: string) => boolean = () => false): Plugin {
  return {
    name: 'watchpost-import-again',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite finds the style sheets of late files by their `import`, at the same time.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && !isSpared(file.fileName)) file.code = withSecondAddress(file.code);
        }
      },
    },
  };
}

/**
 * A function keeps by address what was lost: `?1`, then `?11`.
 * @throws {Error} when the file has its name already
 */
export function withSecondAddress(code: string): string {
  const changed = code.replaceAll(dynamicImport, 'import$("$2")');
  if (changed === code) return code;
  if (code.includes('import$')) throw new Error('A built file has the name import$ for something else: give the function of import-again.ts another one.');
  return `function import$(u,n=import$[u]){return import(n?u+n:u).catch(e=>{import$[u]=(n||"?")+1;throw e})}${changed}`;
}
