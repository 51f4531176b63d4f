import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineLibrary } from '../../tooling/packages/tsup-preset.ts';

const dist = join(import.meta.dirname, 'dist');

/**
 * Writes `endpoints/<feature>` and `schemas/<feature>`, which forward to the feature's files. As a pattern they would need the name twice,
 * once for the folder and once for the file, and Deno replaces only the first.
 */
async function writeEntries(): Promise<void> {
  for (const kind of ['endpoints', 'schemas']) {
    mkdirSync(join(dist, kind), { recursive: true });
    for (const feature of readdirSync(join(dist, 'features'))) {
      const source = `export * from '../features/${feature}/${feature}-${kind}.js';\n`;
      if (!readdirSync(join(dist, 'features', feature)).includes(`${feature}-${kind}.js`)) continue;
      for (const extension of ['js', 'd.ts']) writeFileSync(join(dist, kind, `${feature}.${extension}`), source);
    }
  }
}

export default defineLibrary({ platform: 'neutral', onSuccess: writeEntries });
