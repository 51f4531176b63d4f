import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** `import("./controls-uiu9pXC9.js")` in a built file, in any of the three quotes. */
const dynamicImport = /\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)/g;

export interface ImportAgainOptions {
  /** Files that never ask twice, by name. */
  readonly isSpared?: (file: string) => boolean;
  /** Needs of a late file that may be lost all the same, by name. */
  readonly isTolerated?: (file: string) => boolean;
}

/**
 * Code that was lost on the way can be asked for again. Browsers kept the failure of a module for as long as the page lives until HTML's
 * module map changed in July 2026, so that another `import` of the same address was not even sent. For files that may not fetch: the failure
 * of what a late file itself imports could not be made up for, so the build fails when it needs anything that is not in the page already.
 */
export function importAgain({ isSpared = () => false, isTolerated = () => false }: ImportAgainOptions): Plugin {
  return afterBuild('watchpost-import-again', withSecondAddress('import("./a.js")'), (bundle) => {
    for (const file of chunksOf(bundle)) {
      if (isSpared(file.fileName)) continue;
      refuseNeeds(file, isTolerated, bundle);
      file.code = withSecondAddress(file.code);
    }
  });
}

/**
 * The same for an application: a late file is fetched, and with it all that it needs, before the browser's own loader sees them and finds
 * them in its cache. So none of their failures is kept. What a file needs stands in its first line; all files are in one folder.
 */
export function importFetched(): Plugin {
  return afterBuild('watchpost-import-fetched', fetchFirst, (bundle) => {
    const files = chunksOf(bundle);
    const atOnce = new Set(files.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName, bundle)]));
    const [first, ...others] = files.filter(({ fileName, dynamicImports }) => atOnce.has(fileName) && dynamicImports.length > 0);
    if (!first || others.length > 0) throw new Error(`One file of the first screen has to bring the function for late imports, not ${others.length + (first ? 1 : 0)}: nobody knows which of them runs first.`);
    for (const file of files) {
      const needs = file.imports.filter((name) => !atOnce.has(name)).map((name) => name.replace(/^.*\//, ''));
      file.code = `${needs.length > 0 ? `/*needs ${needs.join(' ')}*/` : ''}${callOurs(file.code) ?? file.code}`;
    }
    first.code = fetchFirst + first.code;
  });
}

/**
 * Vite finds the style sheets of late files by their `import`, at the same time: ours comes after that. Files have their names by then.
 * @param functions what is put in: with other functions every file has another name
 */
function afterBuild(name: string, functions: string, change: (bundle: Bundle) => void): Plugin {
  return { name, apply: 'build', enforce: 'post', augmentChunkHash: () => functions, generateBundle: { order: 'post', handler: (_options, bundle) => change(bundle) } };
}

function chunksOf(bundle: Bundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

/** A file and what it imports at once, and so on: all that is in the page when it runs. */
function withImports(name: string, bundle: Bundle, found: Set<string> = new Set()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const file = bundle[name];
  for (const imported of file?.type === 'chunk' ? file.imports : []) withImports(imported, bundle, found);
  return found;
}

/** @throws {Error} with what a late file needs beyond itself and what is in the page */
function refuseNeeds({ fileName, dynamicImports }: Rolldown.OutputChunk, isTolerated: (name: string) => boolean, bundle: Bundle): void {
  const here = withImports(fileName, bundle);
  for (const late of dynamicImports) {
    const needs = [...withImports(late, bundle)].filter((name) => name !== late && !here.has(name) && !isTolerated(name));
    if (needs.length > 0) throw new Error(`${fileName} imports ${late} late, which needs ${needs.join(', ')} of its own: a browser keeps the loss of those. Move what they share to where it is needed first.`);
  }
}

/**
 * A function keeps by address what was lost: `?1`, then `?11`.
 * @throws {Error} when the file has its name already
 */
export function withSecondAddress(code: string): string {
  const changed = callOurs(code);
  return changed === null ? code : `function import$(u,n=import$[u]){return import(n?u+n:u).catch(e=>{import$[u]=(n||"?")+1;throw e})}${changed}`;
}

/** The function that fetches a file and what its first line says it needs, and only then imports it. */
export const fetchFirst: string =
  '{let s=new Set,f=async(u,v)=>{if(s.has(u)||v.has(u))return;v.add(u);let r=await fetch(new URL(u,import.meta.url));if(!r.ok)throw TypeError(r.status+" "+u);' +
  'let m=/^\\/\\*needs (.*?)\\*\\//.exec(await r.text());m&&await Promise.all(m[1].split(" ").map(n=>f("./"+n,v)))};' +
  'globalThis.import$=async u=>{let v=new Set;await f(u,v);for(let n of v)s.add(n);return import(u)}}';

/** @returns null for a file without late imports */
function callOurs(code: string): string | null {
  const changed = code.replaceAll(dynamicImport, 'import$("$2")');
  if (code.includes('import$')) throw new Error('A built file has the name import$ for something else: give the function of import-again.ts another one.');
  return changed === code ? null : changed;
}
