// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// As two copies in one page: of a script from a server, of a package, of a library that brings its own, or of a module that was replaced.

let tags = 0;
let tag: string;
let said: string[];

beforeEach(() => {
  // A tag is registered for as long as the page lives.
  tag = `watchpost-test-${(tags += 1)}`;
  said = [];
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void said.push(text));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Loads another copy of the module that defines elements, and defines the tag with it. */
async function load(version: string): Promise<CustomElementConstructor> {
  vi.stubGlobal('watchpostVersion', version);
  vi.resetModules();
  const { defineElement } = await import('./define.ts');
  const element = class extends HTMLElement {};
  defineElement(tag, element);
  return element;
}

test.each([
  ['1.4.0', '1.5.0'],
  ['1.5.0', '1.4.0'],
])('%s, then %s: the first is used, and the console names both', async (first, second) => {
  const used = await load(first);
  await load(second);
  expect(customElements.get(tag)).toBe(used);
  expect(document.createElement(tag)).toBeInstanceOf(used);
  expect(said).toEqual([`Watchpost ${second} is not used for <${tag}>: this page has loaded ${first} already.`]);
});

test('the same version again, as after a hot reload, says nothing', async () => {
  const used = await load('1.5.0');
  await load('1.5.0');
  expect(customElements.get(tag)).toBe(used);
  expect(said).toEqual([]);
});

test('a version that left no word is another copy', async () => {
  customElements.define(tag, class extends HTMLElement {});
  await load('1.5.0');
  expect(said).toEqual([`Watchpost 1.5.0 is not used for <${tag}>: this page has loaded another copy already.`]);
});
