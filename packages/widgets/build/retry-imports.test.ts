import { rollup } from 'rollup';
import type { OutputChunk } from 'rollup';
import { expect, test } from 'vitest';
import { importWithRetry, retryImports } from './retry-imports.ts';

/** Bundles modules given as text, starting at `entry`. */
async function bundle(modules: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  const build = await rollup({
    input: 'entry',
    plugins: [
      { name: 'modules', resolveId: (id) => (id in modules ? id : null), load: (id) => modules[id] ?? null },
      retryImports({ tolerated: /^tolerated-/ }),
    ],
  });
  const { output } = await build.generate({
    chunkFileNames: '[name]-[hash].js',
    manualChunks: (id) => (/^(shared|tolerated)$/.test(id) ? id : undefined),
  });
  return new Map(output.filter((file): file is OutputChunk => file.type === 'chunk').map(({ name, code }) => [name, code]));
}

test.each([
  [
    'a lost import gets another address after each loss; an import that was not lost keeps its address',
    null,
    ['./a.js', './a.js?1', './a.js?11', './b.js'],
  ],
  ['with an import map for other things too', '{"imports":{}}', ['./a.js', './a.js?1', './a.js?11', './b.js']],
  [
    'an import map with integrity keeps the addresses that it knows',
    '{"integrity":{"./a.js":"sha384-…"}}',
    ['./a.js', './a.js', './a.js', './b.js'],
  ],
])('%s', async (_, importMap, expected) => {
  const requests: string[] = [];
  const load = async (address: string): Promise<string> => {
    requests.push(address);
    if (requests.length < 3) throw new TypeError(`Failed to fetch dynamically imported module: ${address}`);
    return address;
  };
  const text = importWithRetry.replace('import(url', 'load(url');
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the function is text in the built files
  const retry = new Function('load', 'document', `${text};return importWithRetry`)(load, {
    querySelector: () => importMap && { text: importMap },
  }) as (address: string) => Promise<string>;
  await expect(retry('./a.js')).rejects.toThrow('Failed to fetch');
  await expect(retry('./a.js')).rejects.toThrow('Failed to fetch');
  await expect(retry('./a.js')).resolves.toBe(expected[2]);
  await retry('./b.js');
  expect(requests).toEqual(expected);
});

test('late imports are retried; chunks without late imports stay as they are', async () => {
  const chunks = await bundle({
    entry: 'export const load = () => import("late")',
    late: 'export const late = 1',
  });
  expect(chunks.get('entry')).toContain(importWithRetry);
  expect(chunks.get('entry')).toMatch(/=> importWithRetry\('\.\/late-[\w-]+\.js'\)/);
  expect(chunks.get('late')).not.toContain('importWithRetry');
});

test('the build fails if a late chunk imports a chunk that its page has not loaded, unless that is tolerated', async () => {
  const sharing = (name: string): Readonly<Record<string, string>> => ({
    entry: 'export const load = () => [import("one"), import("two")]',
    one: `export { value as one } from "${name}"`,
    two: `export { value as two } from "${name}"`,
    [name]: 'export const value = {}',
  });
  await expect(bundle(sharing('shared'))).rejects.toThrow(/entry\.js imports (one|two)-\S+, which imports shared-/);
  await expect(bundle(sharing('tolerated'))).resolves.toBeInstanceOf(Map);
});
