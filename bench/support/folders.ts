import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();
process.on('exit', () => {
  if (process.env['BENCH_KEEP'] !== '1') for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that goes when the bench ends (it stays with BENCH_KEEP=1). */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `watchpost-bench-${name}-`));
  folders.add(folder);
  return folder;
}
