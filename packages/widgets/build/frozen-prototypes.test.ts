import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withoutInheritance } from './frozen-prototypes.ts';

const library = readFileSync(new URL('../node_modules/@preact/signals-core/dist/signals-core.mjs', import.meta.url), 'utf8');
interface Signals {
  signal(value: number): { value: number };
  computed(read: () => number): { readonly value: number; toString(): string };
}
/** Runs the module's code in a realm with a frozen Object.prototype and returns its exports. */
const load = (code: string): Signals =>
  runInNewContext(
    `"use strict";Object.freeze(Object.prototype);${code.replace(/export\s*\{([^}]*)\};?/, (_, names: string) => `;({${names.replaceAll(/(\w+) as (\w+)/g, '$2:$1')}})`)}`,
  );

test('the patched signals library runs with a frozen Object.prototype; the original throws', () => {
  expect(() => load(library)).toThrow('Cannot assign to read only property');
  const { signal, computed } = load(withoutInheritance(library));
  const one = signal(1);
  const two = computed(() => one.value + 1);
  one.value = 4;
  expect([two.value, two.toString(), JSON.stringify({ one })]).toEqual([5, '5', '{"one":4}']);
});

test('a library in another form fails the build', () => {
  expect(() => withoutInheritance('class Signal {}')).toThrow('does not have the form');
});
