import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { startSceneCamera } from '../rig/scene-camera.ts';
import { readFootageRange, readRecordings } from '../support/archive/read-recordings.ts';
import { createOwner } from '../support/owner.ts';
import { startProduct, until } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const main = resolve(import.meta.dirname, '../../packages/server/src/cli/main.ts');
const disposals: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).toReversed()) await dispose();
});
const atEnd = (dispose: () => Promise<unknown> | void): void => void disposals.push(dispose);

test(
  'a server that was restored elsewhere from a backup plays every recording byte for byte, knows its people, and goes on recording',
  { timeout: atMost(150_000) },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'watchpost-restore-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const [copy, elsewhere] = [join(folder, 'copy'), join(folder, 'elsewhere')];
    const camera = await startSceneCamera('porch');
    atEnd(camera.stop);
    const first = await startProduct();
    atEnd(first.dispose);
    const owner = await createOwner(first);
    atEnd(() => owner.dispose());
    const { id: cameraId } = await owner.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
    const range = await until(
      'ten seconds of footage',
      async () => {
        const now = Date.now();
        const { oldest, newest } = await owner.archive.footage(cameraId, { from: now - 600_000, to: now });
        return oldest !== null && newest !== null && newest - oldest >= 10_000 && { from: oldest, to: newest };
      },
      atMost(60_000),
    );
    const token = (await owner.session.accessToken()) ?? '';
    const recorded = await readRecordings({ url: first.url, token, cameraId }, range);
    expect(recorded.size).toBeGreaterThan(2);

    // The server runs meanwhile.
    await runCommand(first.dataDir, ['backup', copy, '--with-footage']);
    await first.stop('SIGKILL');
    await rm(first.dataDir, { recursive: true, force: true });
    await runCommand(elsewhere, ['restore', copy]);

    const restoredAt = Date.now();
    const second = await startProduct({ DATA_DIR: elsewhere });
    atEnd(second.dispose);
    // The session of the first server is one of the second.
    const place = { url: second.url, token, cameraId };
    expect(await readRecordings(place, range)).toEqual(recorded);
    await until('footage of the second server', async () => ((await readFootageRange(place))?.to ?? 0) > restoredAt, atMost(60_000));
  },
);

function runCommand(dataDir: string, words: readonly string[]): Promise<unknown> {
  return promisify(execFile)(process.execPath, [main, ...words, '--data-dir', dataDir], { env: { PATH: process.env['PATH'] } });
}
