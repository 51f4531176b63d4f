import { PostgresAdapter, sql } from 'kysely';
import { expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../database.ts';
import { migrate, pendingMigrations } from '../../migrations.ts';
import { createEmptyDatabasePlace, describeDatabases } from '../../../testing/databases.ts';
import { createSeeder, readSchema, type SchemaState, type SeededRow } from './schema-rows.ts';

/**
 * What each migration took away, `table` or `table.column`. Nodes of two versions run on one database during an upgrade, so whatever a version
 * uses stays until no supported version does: a migration adds (expand), the code moves, and a later release removes (contract). An entry
 * here needs that later release, or a table whose rows live minutes, as these two.
 */
const takenAway: Readonly<Record<string, readonly string[]>> = {
  '0002-account': ['login_codes'],
  '0016-sign-in-limits': ['one_time_codes.device_id'],
};
/** Tables that an earlier version can't write to any more, by the migration; see above. */
const closedToEarlier: Readonly<Record<string, readonly string[]>> = {
  '0016-sign-in-limits': ['one_time_codes'],
};

interface Seeded {
  readonly table: string;
  readonly row: SeededRow;
  /** The newest migration when it was inserted. */
  readonly version: string;
}

describeDatabases('an upgrade', (engine) => {
  const withEmptyDatabase = async (run: (db: Db) => Promise<void>): Promise<void> => {
    const place = await createEmptyDatabasePlace(engine);
    const db = openDatabase(locateDatabase(place));
    try {
      await run(db);
    } finally {
      await db.destroy();
      await place.remove();
    }
  };

  test('from every earlier version keeps every row, takes nothing away, and lets the version before it go on writing', () =>
    withEmptyDatabase(async (db) => {
      const { seed } = createSeeder();
      const seeded: Seeded[] = [];
      const gone: Record<string, string[]> = {};
      const closed: Record<string, string[]> = {};
      let before: SchemaState = { tables: new Map(), references: [] };
      for (const version of await pendingMigrations(db)) {
        expect(await migrate(db, { upTo: version })).toEqual([version]);
        const after = await readSchema(db);
        const lost = [...namesOf(before)].filter((name) => !namesOf(after).has(name));
        // A table that is gone says it for its columns.
        const missing = lost.filter((name) => !lost.includes(name.split('.')[0] ?? '') || !name.includes('.'));
        if (missing.length > 0) gone[version] = missing.toSorted((a, b) => a.localeCompare(b));
        // A table that was recreated contains nothing of an earlier version.
        const anew = new Set(missing.map((name) => name.split('.')[0]));
        for (let index = seeded.length - 1; index >= 0; index -= 1) if (anew.has(seeded[index]?.table)) seeded.splice(index, 1);

        // A node of the version before it, which knows neither the new tables nor the new columns.
        const known = new Map([...before.tables].filter(([table]) => after.tables.has(table)));
        const earlier = await seed(db, { tables: known, references: after.references });
        if (earlier.refused.size > 0) closed[version] = [...earlier.refused.keys()];
        const current = await seed(db, after);
        expect(Object.fromEntries(current.refused), version).toEqual({});
        for (const rows of [earlier.rows, current.rows]) for (const [table, row] of rows) seeded.push({ table, row, version });
        before = after;
      }
      expect(gone).toEqual(takenAway);
      expect(closed).toEqual(closedToEarlier);

      expect(await missingRows(db, seeded)).toEqual([]);
      expect(new Set(seeded.map(({ version }) => version)).size).toBeGreaterThan(40);
      await expectWholeReferences(db);
    }));

  test('is one step for a database of any age, and a second start finds nothing to do', () =>
    withEmptyDatabase(async (db) => {
      const all = await pendingMigrations(db);
      const half = all[Math.floor(all.length / 2)] ?? '';
      await migrate(db, { upTo: half });
      const { rows } = await createSeeder().seed(db, await readSchema(db));
      expect(await migrate(db)).toEqual(all.slice(all.indexOf(half) + 1));
      expect(await migrate(db)).toEqual([]);
      const seeded = [...rows].map(([table, row]) => ({ table, row, version: half }));
      expect(seeded.length).toBeGreaterThan(20);
      expect(await missingRows(db, seeded)).toEqual([]);
    }));
});

function namesOf({ tables }: SchemaState): ReadonlySet<string> {
  return new Set([...tables].flatMap(([table, columns]) => [table, ...columns.map(({ name }) => `${table}.${name}`)]));
}

/** Returns the seeded rows that are not there as they were inserted. */
async function missingRows(db: Db, seeded: readonly Seeded[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const [table, ofTable] of Map.groupBy(seeded, (each) => each.table)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    const isThere = ({ row }: Seeded): boolean =>
      rows.some((found) => Object.entries(row).every(([column, value]) => found[column] === value));
    for (const each of ofTable) if (!isThere(each)) missing.push(`${table} of ${each.version}: ${JSON.stringify(each.row)}`);
  }
  return missing;
}

/** PostgreSQL checks references itself; SQLite does not where a table was rebuilt. */
async function expectWholeReferences(db: Db): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  expect(rows).toEqual([]);
}
