import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';

const folder = join(root, 'docs/api');

test.each(readdirSync(folder))('every name that %s exports is documented', (report) => {
  const names = [...readFileSync(join(folder, report), 'utf8').matchAll(/^\/\/ @public \(undocumented\)\n(.*)$/gm)].map(
    ([, line = '']) => line,
  );
  expect(names).toEqual([]);
});
