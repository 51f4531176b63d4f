import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../product.ts';

/** Bytes that the loudspeakers of the demo’s cameras, which are files, received last. */
export function receivedSpeech({ dataDir }: Pick<Product, 'dataDir'>): number {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('-speech'));
  return files.reduce((sum, name) => sum + readFileSync(join(dataDir, name)).byteLength, 0);
}
