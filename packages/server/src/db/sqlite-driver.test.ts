import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/databases.ts';

test('WAL, foreign keys and synchronous NORMAL; FULL within a serializable transaction only', async () => {
  const { db, close } = await createTestDatabase('sqlite');
  const pragma = async (name: string, on: Pick<typeof db, 'getExecutor'> = db) =>
    Object.values((await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(on)).rows[0] ?? {})[0];
  try {
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('foreign_keys')).toBe(1);
    const normal = 1;
    const full = 2;
    expect(await pragma('synchronous')).toBe(normal);
    await db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (transaction) => expect(await pragma('synchronous', transaction)).toBe(full));
    expect(await pragma('synchronous')).toBe(normal);
    const failing = db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(() => Promise.reject(new Error('on purpose')));
    await expect(failing).rejects.toThrow('on purpose');
    expect(await pragma('synchronous')).toBe(normal);
  } finally {
    await close();
  }
});
