import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';

/** Pages with a Content Security Policy that people copy. */
const pages = [
  ...['docs/guide', 'docs/ru/guide'].flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`)),
  'examples/script-tag/README.md',
  'examples/checkout/vite.config.js',
];
const policies = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/default-src 'none';[^`"\n]+/g)].map(([policy]) => ({ page, policy })),
);

test.each(policies)(
  'the policy of $page lets the icon of the page through: without it, browsers report a refused request on each visit',
  ({ policy }) => {
    expect(policy).toMatch(/(^|; )img-src 'self'/);
  },
);

test('the policies are found', () => {
  const files = policies.map(({ page }) => page);
  expect(files).toEqual(expect.arrayContaining(['docs/guide/embed.md', 'docs/ru/guide/embed.md', 'examples/script-tag/README.md']));
});
