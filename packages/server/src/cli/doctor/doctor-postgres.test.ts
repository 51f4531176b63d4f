import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { readConfig } from '../../kernel/config.ts';
import { createDatabasePlace } from '../../testing/databases.ts';
import { doctor } from '../doctor.ts';

const url = process.env['WATCHPOST_TEST_POSTGRES_URL'] ?? '';
const findingSchema = z.object({ name: z.string(), level: z.string(), code: z.string(), remedy: z.string().nullable() });
const reportSchema = z.object({ checks: z.array(findingSchema) });

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'watchpost-doctor-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function examine(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<(name: string) => z.infer<typeof findingSchema> | undefined> {
  let text = '';
  await doctor(readConfig({ DATA_DIR: folder, PORT: '0', DATABASE_URL: databaseUrl, ...environment }), {
    json: true,
    write: (more) => void (text += more),
  });
  const { checks } = reportSchema.parse(JSON.parse(text));
  return (name) => checks.find((check) => check.name === name);
}

test.skipIf(url === '')('PostgreSQL: its version, its connections and its clock; a database that does not exist', async () => {
  const findingOf = await examine(url);
  for (const name of ['PostgreSQL', 'Clock']) expect(findingOf(name)?.code).toBe('ok');
  expect(findingOf('Database')?.level).not.toBe('error');
  const noDatabase = new URL(url);
  noDatabase.pathname = '/watchpost_no_such_database';
  expect((await examine(noDatabase.href))('Database')).toMatchObject({ remedy: expect.stringContaining('createdb') });
});

test.skipIf(url === '')('a cluster in which no node records, and then one does', async () => {
  const place = await createDatabasePlace('postgres');
  const db = openDatabase(locateDatabase(place));
  try {
    const environment = { WATCHPOST_SECRET: 's'.repeat(32), WATCHPOST_ROLES: 'api,jobs' };
    const find = async () => (await examine(place.databaseUrl ?? '', environment))('Roles');
    expect(await find()).toMatchObject({ level: 'warning', code: 'no-media-node', remedy: expect.stringContaining('--role media') });
    const node = { name: 'm', roles: 'media', address: null, capacity: 60, version: '1', is_draining: 0 as const, lease_changes: 0 };
    await db
      .insertInto('nodes')
      .values({ ...node, id: 'm', started_at: 0, seen_at: 0, alive_until: 9_000_000_000_000 })
      .execute();
    expect(await find()).toMatchObject({ level: 'ok', code: 'ok' });
  } finally {
    await db.destroy();
    await place.remove();
  }
});
