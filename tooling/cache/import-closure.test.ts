import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createImportClosure } from './import-closure.ts';
import { packageInputs } from './package-inputs.ts';

let root = '';
const write = (file: string, text = ''): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const manifest = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(fields);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watchpost-closure-'));
  write(
    'packages/low/package.json',
    manifest({ name: '@watchpost/low', exports: { '.': './src/index.ts', './parts/*': './src/*-part.ts' } }),
  );
  write('packages/low/src/index.ts');
  write('packages/low/src/one-part.ts', "export { two } from './two.ts';");
  write('packages/low/src/two.ts');
  write('packages/high/package.json', manifest({ name: '@watchpost/high', dependencies: { '@watchpost/low': 'workspace:*', zod: '4' } }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('import closure', () => {
  const of = (text: string): readonly string[] => {
    write('packages/high/src/a.test.ts', text);
    return createImportClosure(root)
      .of('packages/high/src/a.test.ts')
      .filter((file) => file !== 'packages/high/src/a.test.ts');
  };

  test('follows static, dynamic and type imports, in circles too', () => {
    write('packages/high/src/b.ts', "import type { A } from './a.test.ts'; await import('./c.ts');");
    write('packages/high/src/c.ts');
    expect(of("import './b.ts';")).toEqual(['packages/high/src/b.ts', 'packages/high/src/c.ts']);
  });
  test('follows entries of workspace packages', () => {
    expect(of("import '@watchpost/low'; import 'zod';")).toEqual(['packages/low/src/index.ts']);
    expect(of("import '@watchpost/low/parts/one';")).toEqual(['packages/low/src/one-part.ts', 'packages/low/src/two.ts']);
  });
  test('an entry that cannot be resolved stands for the whole package', () => {
    expect(of("import '@watchpost/low/unknown';")).toEqual(['packages/low']);
  });
  test('counts files and folders that are named by a relative path', () => {
    write('packages/high/assets/street.mp4');
    write('packages/high/src/child.ts');
    expect(of("spawn(join(import.meta.dirname, './child.ts')); open('../assets'); say('./missing');")).toEqual([
      'packages/high/assets',
      'packages/high/src/child.ts',
    ]);
  });
  test('a glob stands for the folder that it begins with', () => {
    write('packages/high/assets/street.mp4');
    expect(of("import.meta.glob('../assets/**/*.mp4');")).toEqual(['packages/high/assets/']);
  });
});

test('the inputs of a package are its own folder and those of its workspace dependencies', () => {
  write('packages/top/package.json', manifest({ name: '@watchpost/top', devDependencies: { '@watchpost/high': 'workspace:*' } }));
  expect(packageInputs(root, 'packages/top')).toEqual(['packages/top', 'packages/high', 'packages/low']);
});
