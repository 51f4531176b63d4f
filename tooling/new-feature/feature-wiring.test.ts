import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { featureWiring, insert } from './feature-wiring.ts';

test.each(featureWiring('door-bell').map((insertion, index) => [index + 1, insertion.file, insertion] as const))(
  'insertion %i finds its place in %s',
  (_index, file, insertion) => {
    expect(insert(readFileSync(join(root, file), 'utf8'), insertion)).toContain(insertion.text);
  },
);
