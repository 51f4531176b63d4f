import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { slowFiles, slowFirst } from './slow-first.ts';

test.each(slowFiles)('%s exists', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});

test('slow files come first within their project; all others keep their order', () => {
  const [slow = '', slower = ''] = slowFiles;
  const file = (project: string, name: string) => ({ project: { name: project }, moduleId: `/clone/${name}` });
  const sorted = [file('unit', 'b'), file('unit', 'a'), file('integration', 'd'), file('integration', slow), file('integration', 'c')];
  expect(slowFirst([...sorted, file('integration', slower)]).map(({ moduleId }) => moduleId.replace('/clone/', ''))).toEqual([
    'b',
    'a',
    slow,
    slower,
    'd',
    'c',
  ]);
});
