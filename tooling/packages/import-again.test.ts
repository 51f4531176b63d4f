import { expect, test } from 'vitest';
import { fetchFirst, withSecondAddress } from './import-again.ts';

const lostModule = (address: string): TypeError => new TypeError(`Failed to fetch dynamically imported module: ${address}`);

/** Built files as text, run as a browser does, with a network and a loader of the test's. The loader keeps what it lost. */
function run<Exports>(code: string, names: readonly (keyof Exports & string)[], { fetch = () => Promise.reject(new TypeError('no fetch here')), load }: { fetch?: (url: URL) => Promise<Response>; load: (address: string) => Promise<unknown> }): Exports {
  const text = code.replaceAll(/\bimport\((n\?u\+n:u|u)\)/g, 'ask($1)').replaceAll('import.meta.url', '"https://app.test/assets/app.js"').replaceAll('globalThis.import$=', 'var import$=').replaceAll('export const', 'const');
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- a built file is text; this is how a test gets at what it does
  return new Function('fetch', 'ask', `${text};return{${names.join(',')}}`)(fetch, load) as Exports;
}

test('what a file imports late has another address after each loss, and its first one as long as it was not lost', async () => {
  const asked: string[] = [];
  const lost = new Set(['./a.js', './a.js?1']);
  const { load, other } = run<Record<'load' | 'other', () => Promise<unknown>>>(withSecondAddress('export const load=()=>import(`./a.js`),other=()=>import("./b.js");'), ['load', 'other'], {
    load: async (address) => {
      asked.push(address);
      if (lost.has(address)) throw lostModule(address);
      return { address };
    },
  });
  await expect(load()).rejects.toThrow('Failed to fetch');
  await expect(load()).rejects.toThrow('Failed to fetch');
  await expect(load()).resolves.toEqual({ address: './a.js?11' });
  await other();
  expect(asked).toEqual(['./a.js', './a.js?1', './a.js?11', './b.js']);
});

test('a file without late imports stays as it is', () => {
  const code = 'import{a}from"./a.js";a(import.meta.url)';
  expect(withSecondAddress(code)).toBe(code);
});

test('the loader of an application sees a late file only once it and all that it needs were fetched', async () => {
  const files: Readonly<Record<string, string>> = {
    'screen.js': '/*needs shared.js other.js*/import{n as e}from"./app.js";',
    'shared.js': '/*needs screen.js deep.js*/export{}',
    'other.js': '/*! no list */export{}',
    'deep.js': 'export{}',
  };
  const asked: string[] = [];
  const loaded: string[] = [];
  const lost = new Set(['deep.js']);
  const { import$ } = run<{ import$: (address: string) => Promise<unknown> }>(fetchFirst, ['import$'], {
    fetch: async (url) => {
      const name = url.pathname.replace('/assets/', '');
      asked.push(name);
      if (lost.has(name)) throw new TypeError('Failed to fetch');
      const text = files[name];
      return text === undefined ? new Response('', { status: 404 }) : new Response(text);
    },
    load: async (address) => void loaded.push(address),
  });
  await expect(import$('./screen.js')).rejects.toThrow('Failed to fetch');
  expect(loaded).toEqual([]);
  lost.clear();
  asked.length = 0;
  await import$('./screen.js');
  expect(asked.toSorted()).toEqual(['deep.js', 'other.js', 'screen.js', 'shared.js']);
  // What was fetched once is in the browser's cache.
  await import$('./shared.js');
  expect([asked.length, loaded]).toEqual([4, ['./screen.js', './shared.js']]);
  await expect(import$('./gone.js')).rejects.toThrow('404 ./gone.js');
});
