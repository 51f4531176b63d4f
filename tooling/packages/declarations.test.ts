import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';

const { compilerOptions } = ts.readConfigFile(join(root, 'tooling/tsconfig.base.json'), (path) => readFileSync(path, 'utf8')).config as {
  readonly compilerOptions: object;
};
const { options } = ts.convertCompilerOptionsFromJson({ ...compilerOptions, noEmit: false }, root);

/** Finds the libraries whose types a file's users need: those that its declarations import, directly or transitively. */
function librariesOf(path: string, found: Set<string> = new Set(), seen: Set<string> = new Set()): Set<string> {
  if (seen.has(path)) return found;
  seen.add(path);
  const { outputText } = ts.transpileDeclaration(readFileSync(path, 'utf8'), { compilerOptions: options, fileName: path });
  for (const { fileName } of ts.preProcessFile(outputText).importedFiles) {
    if (fileName.startsWith('.')) librariesOf(join(dirname(path), fileName.replace(/\.js$/, '.ts')), found, seen);
    else found.add(fileName);
  }
  return found;
}

test.each(['elements.ts', 'define/camera.ts', 'define/video-wall.ts'])('the types of %s need neither Preact nor React', (entry) => {
  const libraries = [...librariesOf(join(root, 'packages/widgets/src', entry))];
  expect(libraries).toContain('@watchpost/sdk-core');
  expect(libraries.filter((name) => /react/.test(name) && name !== '@preact/signals-core')).toEqual([]);
});

test('detects a library that the declarations need', () => {
  expect([...librariesOf(join(root, 'packages/widgets/src/react.ts'))]).toContain('react');
});
