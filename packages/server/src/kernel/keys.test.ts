import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadKeys } from './keys.ts';

test('created once, readable by the owner only, then unchanged; one key per use', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-keys-'));
  try {
    const first = loadKeys({ dataDir, secret: null });
    expect(first).toEqual(loadKeys({ dataDir, secret: null }));
    expect(first.tokens).not.toEqual(first.seal);
    expect((await stat(join(dataDir, 'keys', 'server.key'))).mode & 0o777).toBe(0o600);
    expect(loadKeys({ dataDir, secret: 'x'.repeat(32) })).not.toEqual(first);
    await writeFile(join(dataDir, 'keys', 'server.key'), 'cut');
    expect(() => loadKeys({ dataDir, secret: null })).toThrow(/damaged.*backup/);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
