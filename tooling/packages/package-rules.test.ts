import { expect, test } from 'vitest';
import { checkPackedPackage } from './package-rules.ts';
import { formatThirdParty } from './third-party.ts';

const repositoryUrl = 'git+https://host.example/house/cams.git';
const context = { repositoryUrl, folder: 'packages/player', exists: (path: string) => path === 'docs/guide.md' };
const manifest = {
  name: '@cams/player',
  repository: { type: 'git', url: repositoryUrl, directory: 'packages/player' },
  engines: { node: '>=22' },
  exports: { './react': { types: './dist/react.d.ts', default: './dist/react.js' }, './define/*': './dist/define/*.js' },
  dependencies: { 'hls.js': '1.0.0' },
  peerDependencies: { react: '>=18' },
};
const map = JSON.stringify({ sources: ['../src/a.ts'], sourcesContent: ['1'] });
const mapped = (name: string, code: string): Readonly<Record<string, string>> => ({
  [`dist/${name}.js`]: `${code}\n//# sourceMappingURL=${name.split('/').at(-1) ?? ''}.js.map\n`,
  [`dist/${name}.js.map`]: map,
});
const sound: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify(manifest),
  'README.md':
    'See [the guide](https://host.example/house/cams/blob/main/docs/guide.md#start), [below](#below), [MDN](https://developer.mozilla.org/).',
  'CHANGELOG.md': '# Changelog',
  LICENSE: 'Apache',
  'dist/NOTICE': 'Ours',
  'dist/third-party.md': formatThirdParty([]),
  ...mapped('react', "'use client';\nimport { useMemo } from 'react';\nexport { a } from './chunk.js';"),
  ...mapped('define/camera', "import '../chunk.js';\nimport 'node:fs';\nconst late = () => import('hls.js/light');"),
  ...mapped('chunk', 'export const a = 1;'),
  'dist/names.js': 'import { a } from "./chunk.js";\nexport { a };\n',
  'dist/all.js': "export * from './chunk.js';\n",
  'dist/cdn/camera.js': 'import("./gone.js")',
  'dist/cdn/third-party.md': 'Theirs',
};

const check = (changed: Readonly<Record<string, string | undefined>>): string[] =>
  checkPackedPackage(
    {
      files: new Map(
        Object.entries({ ...sound, ...changed }).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])),
      ),
    },
    context,
  );

test('a package with everything that its users need has no problems', () => {
  expect(check({})).toEqual([]);
});

test('a separate entry may import an optional library', () => {
  const exports = { './firebase-push': './dist/chunk.js' };
  expect(
    check({
      'package.json': JSON.stringify({ ...manifest, exports, peerDependencies: { firebase: '>=12' } }),
      ...mapped('chunk', "import { getToken } from 'firebase/messaging';"),
      ...mapped('react', 'export {};'),
    }),
  ).toEqual([]);
});

test.each<[string, Readonly<Record<string, string | undefined>>, string]>([
  ['no licence', { LICENSE: undefined }, 'LICENSE is missing.'],
  ['no changelog', { 'CHANGELOG.md': undefined }, 'CHANGELOG.md is missing.'],
  ['no licences of what is built in', { 'dist/cdn/third-party.md': undefined }, 'dist/cdn/third-party.md is missing.'],
  [
    'another repository',
    { 'package.json': JSON.stringify({ ...manifest, repository: { url: repositoryUrl } }) },
    '"directory": "packages/player"',
  ],
  ['no word about Node', { 'package.json': JSON.stringify({ ...manifest, engines: undefined }) }, '"engines" must say'],
  [
    'an import of what is not installed',
    mapped('chunk', "import 'preact';"),
    'dist/chunk.js imports preact, which package.json does not name.',
  ],
  [
    'an import of a file that was not packed',
    mapped('chunk', "import './gone.js';"),
    'dist/chunk.js imports ./gone.js, which is not in the package.',
  ],
  [
    'React in a chunk of an element',
    mapped('chunk', "import { jsx } from 'react/jsx-runtime';"),
    'dist/define/camera.js needs a framework (dist/chunk.js imports react/jsx-runtime)',
  ],
  [
    'React in a late chunk of an element',
    mapped('define/camera', "const late = () => import('../react.js');"),
    'dist/define/camera.js needs a framework (dist/react.js imports react)',
  ],
  [
    'a component that does not say where it runs',
    mapped('react', "import { useMemo } from 'react';"),
    'dist/react.js needs a framework (dist/react.js imports react) without beginning with "use client"',
  ],
  [
    'an optional library in another entry than its own',
    {
      'package.json': JSON.stringify({ ...manifest, peerDependencies: { firebase: '>=12' } }),
      ...mapped('react', "import { getToken } from 'firebase/messaging';"),
    },
    'dist/react.js needs a framework (dist/react.js imports firebase/messaging)',
  ],
  [
    '"use client" where nothing needs it',
    mapped('define/camera', "'use client';\nexport {};"),
    'dist/define/camera.js begins with "use client" and needs no framework.',
  ],
  ['no source map', { 'dist/chunk.js': 'export const a = 1;' }, 'dist/chunk.js has no source map.'],
  [
    'a source map that leads nowhere',
    { 'dist/chunk.js.map': JSON.stringify({ sources: ['../src/a.ts'] }) },
    'dist/chunk.js.map leads to ../src/a.ts',
  ],
  ['a link that only works in a clone', { 'README.md': '[guide](../../docs/guide.md)' }, 'README.md links to ../../docs/guide.md.'],
  [
    'a link into the repository that is dead',
    { 'README.md': '[guide](https://host.example/house/cams/blob/main/docs/gone.md)' },
    'there is no docs/gone.md',
  ],
])('%s is found', (_, changed, problem) => {
  expect(check(changed)).toEqual([expect.stringContaining(problem)]);
});
