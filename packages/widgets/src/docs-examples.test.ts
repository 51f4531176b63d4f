import { expect, test } from 'vitest';
import * as elements from './elements.ts';

const pages: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>(['../../../docs/guide/*.md', '../../../docs/start/*.md', '../../../docs/ru/{guide,start}/*.md'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>(
    ['../README.md', '../../../README.md', '../../../examples/*/{*,src/*,src/app/*}.{html,vue,svelte,tsx,jsx,ts}'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  ),
};
/** Attributes by tag, of every element that the package defines. */
const known = new Map(
  Object.entries(elements).map(([name, element]) => [
    name
      .replace('Element', '')
      .replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`)
      .toLowerCase(),
    new Set(element.observedAttributes),
  ]),
);
/** What any element can have, in a page or in a template. */
const general = new Set(['id', 'class', 'style', 'slot', 'hidden', 'lang', 'dir', 'ref', 'key', 'data-theme', 'data-wp-theme', 'part']);

/** Names of the attributes of a tag, without values, expressions, listeners and the prefixes of templates. */
function attributesIn(text: string): string[] {
  const bare = text.replaceAll(/=\s*(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})/g, ' ').replaceAll(/\{[^}]*\}/g, ' ');
  return [...bare.matchAll(/[#@:.[(\w-]+/g)]
    .map(([name]) => name)
    .filter((name) => !/^(#|@|\(|on|bind:|client:|v-)/.test(name))
    .map((name) => name.replace(/^(?:\[attr\.|\[|:|\.|prop:)/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

const tags = Object.entries(pages).flatMap(([page, text]) =>
  [...text.matchAll(/<(watchpost-[a-z-]+)((?:[^<>"'{}]|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*)>/g)].map(
    ([tag, name = '', rest = '']) => ({ page, tag, name, rest }),
  ),
);

test('every element in the docs, the READMEs and the examples exists, and has the attributes that are set', () => {
  const problems = tags.flatMap(({ page, tag, name, rest }) => {
    const attributes = known.get(name);
    if (!attributes) return [`${page}: ${tag} is no element.`];
    const unknown = attributesIn(rest).filter((attribute) => !attributes.has(attribute) && !general.has(attribute));
    return unknown.map((attribute) => `${page}: ${name} has no attribute ${attribute}.`);
  });
  expect(problems).toEqual([]);
  expect(tags.length).toBeGreaterThan(30);
});

test('an attribute that is gone is found, whatever template it is in', () => {
  expect(
    attributesIn(' camera-id="a" muted :camera-id="b" .token="c" @watchpost-state="d" onwatchpost-state={e} [attr.time]="f" cameraId={g}'),
  ).toEqual(['camera-id', 'muted', 'camera-id', 'token', 'time', 'camera-id']);
});
