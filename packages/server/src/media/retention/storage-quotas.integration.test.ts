import { createManualClock } from '@watchpost/contract/testing';
import { mkdir, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { createFootageLedger } from '../recording/footage-ledger.ts';
import { createFootagePaths } from '../recording/footage-paths.ts';
import { neededSpace } from './retention.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const hour = 3_600_000;
const segmentBytes = 1_000_000;

test('on a full disk a stranger’s footage beyond the quota of the settings is deleted; the operator’s older and larger one is not', async ({
  skip,
}) => {
  const disk = await mountSmallDisk(64);
  if (!disk) return skip('Mounting is not allowed here.');
  onTestFinished(() => disk.remove());
  const clock = createManualClock(Date.UTC(2026, 0, 15, 12));
  const server = await startTestServer({
    dataDir: disk.folder,
    clock,
    operators: ['operator@example.com'],
    quotas: { cameras: 10, bytes: 2 * segmentBytes },
  });
  onTestFinished(() => server.close());
  const db = openDatabase(locateDatabase(server.config));
  onTestFinished(() => db.destroy());
  const ledger = createFootageLedger(db);
  const paths = createFootagePaths(disk.folder);
  /** Adds a camera with segments, the oldest of this age. */
  const addFootage = async (email: string, count: number, age: number): Promise<string> => {
    const id = await insertCamera(db, await insertCustomer(db, email));
    for (let index = 0; index < count; index += 1) {
      const start = clock.now() - age + index * 4000;
      const file = paths.segment(id, start);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, Buffer.alloc(segmentBytes));
      await ledger.add([{ camera_id: id, start_ms: start, duration_ms: 4000, size: segmentBytes, init_hash: 'aaaaaaaa' }]);
    }
    return id;
  };
  const operators = await addFootage('operator@example.com', 12, 5 * hour);
  const strangers = await addFootage('stranger@example.com', 8, hour);
  const left = async () => {
    const rows = await db.selectFrom('segments').select('camera_id').execute();
    return [operators, strangers].map((id) => rows.filter(({ camera_id }) => camera_id === id).length);
  };
  expect(await left()).toEqual([12, 8]);

  const space = await statfs(disk.folder);
  const missing = 2.5 * segmentBytes;
  await writeFile(
    join(disk.folder, 'filler'),
    Buffer.alloc(space.bavail * space.bsize - neededSpace(space.blocks * space.bsize) + missing),
  );
  // The disk is checked every 10 s.
  clock.advance(10_000);
  await expect.poll(left, { timeout: atMost(15_000) }).toEqual([12, 5]);
});
