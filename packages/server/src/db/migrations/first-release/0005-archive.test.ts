import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../../../testing/databases.ts';
import { archive } from './0005-archive.ts';

describeDatabases('footage of earlier versions', (engine) => {
  test('adjacent segments become one row, camera by camera', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      for (const table of ['footage', 'camera_settings', 'footage_removals']) await db.schema.dropTable(table).execute();
      const row = (camera: string, start: number, duration: number) => ({
        camera_id: camera,
        start_ms: start,
        duration_ms: duration,
        size: 1,
        init_hash: 'a',
      });
      await db
        .insertInto('segments')
        .values([row('c1', 0, 4000), row('c1', 4000, 5999), row('c1', 11_998, 2), row('c1', 14_000, 1000), row('c2', 2000, 4000)])
        .execute();
      await archive.up(db);
      const { rows } = await sql<{
        camera_id: string;
        start_ms: number;
        end_ms: number;
      }>`select * from footage order by camera_id, start_ms`.execute(db);
      expect(rows.map(({ camera_id, start_ms, end_ms }) => `${camera_id} ${start_ms}-${end_ms}`)).toEqual([
        'c1 0-12000',
        'c1 14000-15000',
        'c2 2000-6000',
      ]);
    } finally {
      await close();
    }
  });
});
