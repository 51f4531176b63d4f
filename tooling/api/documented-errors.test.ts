import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { listFiles } from '../lib/workspace.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('every error that a comment of sdk-core names is one that a caller can meet', () => {
  const known = ['packages/contract/src/kernel/errors.ts', 'packages/sdk-core/src/kernel/errors.ts'].flatMap((file) =>
    [...read(file).matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code),
  );
  const named = listFiles(root, 'packages/sdk-core/src')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...read(file).matchAll(/@throws \{WatchpostError\}([\s\S]*?)\*\//g)].flatMap(([, comment = '']) =>
        [...comment.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, code = '']) => ({ file, code })),
      ),
    );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ code }) => !known.includes(code))).toEqual([]);
});
