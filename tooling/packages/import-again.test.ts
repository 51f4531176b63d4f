import { expect, test } from 'vitest';
import { withSecondAddress } from './import-again.ts';

test('what a file imports late has another address after each loss, and its first one as long as it was not lost', async () => {
  const asked: string[] = [];
  const lost = new Set(['./a.js', './a.js?1']);
  const code = withSecondAddress('export const load=()=>import(`./a.js`),other=()=>import("./b.js");').replace('export const', 'const').replace('import(n?u+n:u)', 'ask(n?u+n:u)');
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- a built file is text; this runs it as a browser does, with an import that can fail
  const { load, other } = new Function('ask', `${code};return{load,other}`)(async (address: string) => {
    asked.push(address);
    if (lost.has(address)) throw new TypeError(`Failed to fetch dynamically imported module: ${address}`);
    return { address };
  }) as Record<'load' | 'other', () => Promise<unknown>>;
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
