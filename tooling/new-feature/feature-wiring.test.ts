import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { countLines, maximumLines } from '../workspace/workspace-rules.ts';
import { featureWiring, insert } from './feature-wiring.ts';

test.each(featureWiring('door-bell').map((insertion, index) => [index + 1, insertion.file, insertion] as const))(
  'insertion %i finds its place in %s',
  (_index, file, insertion) => {
    expect(insert(readFileSync(join(root, file), 'utf8'), insertion)).toContain(insertion.text);
  },
);

test.each([...new Set(featureWiring('door-bell').map(({ file }) => file))].filter((file) => file.endsWith('.ts')))(
  '%s has room for two more features',
  (file) => {
    const added = featureWiring('door-bell').filter((insertion) => insertion.file === file);
    const ofOne = added.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    expect(countLines(join(root, file)) + 2 * ofOne).toBeLessThanOrEqual(maximumLines);
  },
);
