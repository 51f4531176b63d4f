import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { hourMs } from '../recording/footage-paths.ts';
import { readFootage } from './footage.ts';

const hour = Math.floor(Date.UTC(2026, 0, 15, 12) / hourMs) * hourMs;
const at = (seconds: number): number => hour + seconds * 1000;

describeDatabases('footage on the disks of nodes that are away', (engine) => {
  test('is a gap that says so, also within an hour of which this node has files; what is in the bucket is not', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const segment = (start: number, node_id: string | null) => ({
        camera_id: 'c1',
        start_ms: at(start),
        duration_ms: 10_000,
        size: 1,
        init_hash: 'a',
        node_id,
      });
      // One node, a dead one, one whose segment is in the bucket, this one again; and what was recorded before there were nodes.
      await db
        .insertInto('segments')
        .values([segment(0, null), segment(10, 'b'), segment(20, 'b'), segment(30, 'c'), segment(40, 'a'), segment(60, 'b')])
        .execute();
      await db
        .insertInto('footage')
        .values([
          { camera_id: 'c1', start_ms: at(0), end_ms: at(50) },
          { camera_id: 'c1', start_ms: at(60), end_ms: at(70) },
        ])
        .execute();
      await db
        .insertInto('footage_objects')
        .values({ id: 'o1', camera_id: 'c1', key: 'k', size: 1, init_hash: null, remove_after: null })
        .execute();
      await db
        .insertInto('stored_segments')
        .values({ camera_id: 'c1', start_ms: at(30), object_id: 'o1', position: 0 })
        .execute();
      const clock = createManualClock(at(80));
      const read = (away: readonly string[]) =>
        readFootage({ db, clock, source: { hours: async () => [hour] }, away: async () => away, running: null }, 'c1', {
          from: at(0),
          to: at(80),
        });
      const spans = (list: readonly { from: number; to: number; reason?: string }[]) =>
        list.map(({ from, to, reason }) => [(from - hour) / 1000, (to - hour) / 1000, ...(reason === undefined ? [] : [reason])]);

      const here = await read(['b', 'c']);
      expect(spans(here.recordings)).toEqual([
        [0, 10],
        [30, 50],
      ]);
      expect(spans(here.gaps)).toEqual([
        [10, 30, 'node-away'],
        [50, 60, 'unknown'],
        [60, 70, 'node-away'],
        [70, 80, 'unknown'],
      ]);
      // They are back.
      expect(spans((await read([])).recordings)).toEqual([
        [0, 50],
        [60, 70],
      ]);
    } finally {
      await close();
    }
  });
});
