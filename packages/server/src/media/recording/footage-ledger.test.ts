import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { createFootageLedger, readRuns } from './footage-ledger.ts';

const row = (startMs: number, durationMs = 4000, cameraId = 'c1') => ({
  camera_id: cameraId,
  start_ms: startMs,
  duration_ms: durationMs,
  size: 1,
  init_hash: 'a',
});

async function readFootageRows(db: Db, cameraId = 'c1') {
  const rows = await db
    .selectFrom('footage')
    .select(['start_ms', 'end_ms'])
    .where('camera_id', '=', cameraId)
    .orderBy('start_ms')
    .execute();
  return rows.map(({ start_ms, end_ms }) => ({ from: start_ms, to: end_ms }));
}
const everything = { from: 0, to: Number.MAX_SAFE_INTEGER };

describeDatabases('the ledger of footage', (engine) => {
  test('adjacent segments share one row, and so do segments less than 2 s apart', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const ledger = createFootageLedger(db);
      await ledger.add([row(0), row(4000), row(9999), row(16_000)]);
      expect(await readFootageRows(db)).toEqual([
        { from: 0, to: 13_999 },
        { from: 16_000, to: 20_000 },
      ]);
      await ledger.add([row(13_999, 2001)]);
      expect(await readFootageRows(db)).toEqual([{ from: 0, to: 20_000 }]);
      await ledger.remove('c1', [4000]);
      expect(await readFootageRows(db)).toEqual([
        { from: 0, to: 4000 },
        { from: 9999, to: 20_000 },
      ]);
      await ledger.add([row(0, 60, 'c2')]);
      expect(await ledger.removeOldest('c1', 2)).toBe(true);
      expect(await readFootageRows(db)).toEqual([{ from: 13_999, to: 20_000 }]);
      expect(await ledger.removeOldest('c1', 9)).toBe(false);
      expect([await readFootageRows(db), await readFootageRows(db, 'c2')]).toEqual([[], [{ from: 0, to: 60 }]]);
    } finally {
      await close();
    }
  });

  test('a known row stays as it is, unless it is replaced', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const ledger = createFootageLedger(db);
      await ledger.add([row(0)]);
      await ledger.add([row(0, 9000)]);
      expect(await readFootageRows(db)).toEqual([{ from: 0, to: 4000 }]);
      await ledger.add([row(0, 9000)], { replace: true });
      expect(await readFootageRows(db)).toEqual([{ from: 0, to: 9000 }]);
    } finally {
      await close();
    }
  });

  test('whatever is added and removed in whatever order, the rows are the segments joined', async () => {
    const { db, close } = await createTestDatabase(engine);
    const slot = fc.nat(40);
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 12 }),
        duration: fc.constantFrom(500, 1500, 2500, 4000),
      }),
      fc.record({ kind: fc.constant('remove' as const), slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 12 }) }),
      fc.record({ kind: fc.constant('oldest' as const), count: fc.integer({ min: 1, max: 5 }) }),
    );
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          await db.deleteFrom('segments').execute();
          await db.deleteFrom('footage').execute();
          const ledger = createFootageLedger(db);
          for (const one of steps) {
            if (one.kind === 'add') await ledger.add(one.slots.map((at) => row(at * 4000, one.duration)));
            else if (one.kind === 'remove')
              await ledger.remove(
                'c1',
                one.slots.map((at) => at * 4000),
              );
            else await ledger.removeOldest('c1', one.count);
            expect(await readFootageRows(db)).toEqual(await readRuns(db, 'c1', everything));
          }
        }),
        { numRuns: engine === 'sqlite' ? 150 : 20 },
      );
    } finally {
      await close();
    }
  });

  test('concurrent changes do not mix', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const ledger = createFootageLedger(db);
      await ledger.add(Array.from({ length: 50 }, (_, index) => row(index * 4000)));
      await Promise.all([
        ...Array.from({ length: 10 }, (_, index) => ledger.add([row((50 + index) * 4000)])),
        ...Array.from({ length: 10 }, () => ledger.removeOldest('c1', 1)),
      ]);
      expect(await readFootageRows(db)).toEqual([{ from: 40_000, to: 240_000 }]);
    } finally {
      await close();
    }
  });
});
