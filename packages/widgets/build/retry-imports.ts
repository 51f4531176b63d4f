import type { OutputBundle, OutputChunk, Plugin } from 'rollup';

export interface RetryImportsOptions {
  /** Matches the names of shared chunks that late chunks may load although their loss is final. */
  readonly tolerated: RegExp;
}

/**
 * Requests a lost chunk again under another address: `./x.js?1`, then `./x.js?11`. Before July 2026 the HTML standard made browsers keep a
 * module's failure for as long as the page lived, so a second `import` of the same address sent nothing. A late chunk's own imports have
 * no second address; the build fails if a late chunk imports anything that the page has not loaded by then.
 */
export function retryImports({ tolerated }: RetryImportsOptions): Plugin {
  return {
    name: 'watchpost-retry-imports',
    banner: (chunk) => (chunk.dynamicImports.length > 0 ? importWithRetry : ''),
    renderDynamicImport: ({ targetChunk }) => (targetChunk ? { left: 'importWithRetry(', right: ')' } : null),
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') refuseSharedImports(chunk, bundle, tolerated);
    },
  };
}

/**
 * Counts the losses of an address in its suffix. Exported as text: `import()` resolves an address relative to the file that contains it.
 * An import map with `integrity` knows an address without suffix only: under another one, a file that was tampered with would run.
 */
export const importWithRetry: string = `function importWithRetry(url, suffix = importWithRetry[url] ?? '') {
  return import(url + suffix).catch((error) => {
    if (!document.querySelector('[type=importmap]')?.text.includes('sha384-')) importWithRetry[url] = (suffix || '?') + 1;
    throw error;
  });
}`;

/** @throws {Error} if a late chunk imports a chunk that its page has not loaded by then */
function refuseSharedImports({ fileName, dynamicImports }: OutputChunk, bundle: OutputBundle, tolerated: RegExp): void {
  const loaded = withImports(fileName, bundle);
  for (const late of dynamicImports) {
    const shared = [...withImports(late, bundle)].filter((name) => name !== late && !loaded.has(name) && !tolerated.test(name));
    if (shared.length > 0)
      throw new Error(
        `${fileName} imports ${late}, which imports ${shared.join(', ')}: their loss would be final. Move what they share to a chunk that loads first.`,
      );
  }
}

/** The chunk and everything that it imports statically. */
function withImports(name: string, bundle: OutputBundle, found: Set<string> = new Set()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const chunk = bundle[name];
  for (const imported of chunk?.type === 'chunk' ? chunk.imports : []) withImports(imported, bundle, found);
  return found;
}
