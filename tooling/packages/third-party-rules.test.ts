import { expect, test } from 'vitest';
import { checkThirdParty } from './third-party-rules.ts';
import { formatThirdParty, readThirdParty } from './third-party.ts';

const text = 'Permission is hereby granted, free of charge, to any person. '.repeat(5).trim();
const preact = { name: 'preact', version: '11.2.0', license: 'MIT', text };
const signals = { name: '@preact/signals-core', version: '1.14.5', license: 'MIT', text };
const inter = { name: 'inter', version: '4', license: 'OFL-1.1', text };
const mapOf = (...sources: string[]): string => JSON.stringify({ sources });
const sound: Readonly<Record<string, string>> = {
  'dist/third-party.md': formatThirdParty([signals, preact, preact, inter]),
  'dist/elements.js.map': mapOf(
    '../src/a.ts',
    '../../../node_modules/.pnpm/@preact+signals-core@1.14.5/node_modules/@preact/signals-core/dist/signals-core.module.js',
  ),
  'dist/cdn/third-party.md': formatThirdParty([preact]),
  'dist/theme/fonts/inter-latin.woff2': '',
};
const check = (changed: Readonly<Record<string, string>> = {}): string[] =>
  checkThirdParty(new Map(Object.entries({ ...sound, ...changed })));

test('a list is read as it was written: sorted, each entry once, whatever the licence contains', () => {
  const odd = { ...preact, name: 'zod', text: `${text}\n\n## Terms\n\n## a - b c` };
  expect(readThirdParty(formatThirdParty([odd, preact, signals, preact]))).toEqual([signals, preact, odd]);
  expect(formatThirdParty([])).toContain('contains nothing of others');
});

test('a complete list has no problems, nor has an empty one of a package that contains nothing of others', () => {
  expect(check()).toEqual([]);
  expect(checkThirdParty(new Map([['dist/third-party.md', formatThirdParty([])]]))).toEqual([]);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['a library of a source map', { 'dist/third-party.md': formatThirdParty([preact, inter]) }, 'lacks @preact/signals-core 1.14.5'],
  ['a library of a bundle', { 'dist/third-party.md': formatThirdParty([signals, inter]) }, 'lacks preact 11.2.0'],
  [
    'an older version',
    { 'dist/third-party.md': formatThirdParty([{ ...preact, version: '11.1.0' }, signals, inter]) },
    'lacks preact 11.2.0',
  ],
  ['the typeface', { 'dist/third-party.md': formatThirdParty([preact, signals]) }, 'lacks inter, whose file is in the package'],
  ['what a worker loads', { 'dist/static/app/assets/zxing_reader-x.wasm': '' }, 'lacks zxing-wasm, whose file is in the package'],
  ['the typeface of invoices', { 'dist/features/billing/invoices/billing-invoice-pdf.js': '' }, 'lacks dejavu-fonts-ttf, whose file'],
  [
    'a library that is gone',
    { 'dist/third-party.md': formatThirdParty([preact, signals, inter, { ...preact, name: 'left-pad' }]) },
    'lists left-pad 11.2.0, which is not in the package.',
  ],
  [
    'a licence that nobody has looked at',
    { 'dist/third-party.md': formatThirdParty([{ ...preact, license: 'GPL-3.0-only' }, signals, inter]) },
    'the licence of preact 11.2.0 is "GPL-3.0-only"',
  ],
  [
    'a licence without its text',
    { 'dist/third-party.md': formatThirdParty([{ ...preact, text: 'MIT' }, signals, inter]) },
    'has no licence text of preact',
  ],
])('reports %s', (_, changed, problem) => {
  expect(check(changed)).toContainEqual(expect.stringContaining(problem));
});

test('reports a missing list', () => {
  expect(checkThirdParty(new Map())).toEqual(['dist/third-party.md is missing.']);
});
