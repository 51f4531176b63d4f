import { createManualClock } from '@watchpost/contract/testing';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer, viewGrantRow } from '../../../testing/people.ts';
import { createAccessLog } from '../log/sharing-log-recorder.ts';
import { createAccessNotifier } from '../sharing-changes.ts';
import { readManagedCameras } from '../sharing-cameras.ts';
import { createSharingUsersService } from './sharing-users-service.ts';

const userCount = 10_000;

describeDatabases('a camera with 10,000 users', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  test('a page takes as many queries as for a camera with one user', async () => {
    const { db, count } = counting(database.db);
    const clock = createManualClock();
    const users = createSharingUsersService({ db, clock, notifier: createAccessNotifier(), ...createAccessLog({ clock }) });
    const owner = await insertCustomer(db, 'owner@example.com');
    const small = await insertCamera(db, owner);
    const large = await insertCamera(db, owner);
    const ids = await insertCrowd(db, userCount);
    await insertGrants(db, large, ids);
    await insertGrants(db, small, ids.slice(0, 1));
    const cameras = await readManagedCameras(db, owner, clock.now());
    const queriesOf = async (cameraId: string, limit: number) => {
      const camera = cameras.get(cameraId)?.access ?? expect.fail('no camera');
      const before = count();
      const page = await users.listOfCamera(camera, { limit });
      return { queries: count() - before, users: page.users.length, total: page.total };
    };
    const one = await queriesOf(small, 500);
    expect(one).toMatchObject({ users: 2, total: 2 });
    expect(await queriesOf(large, 500)).toEqual({ queries: one.queries, users: 501, total: userCount + 1 });

    const allQueriesOf = async (limit: number) => {
      const before = count();
      const page = await users.list(owner, { limit });
      return { queries: count() - before, users: page.users.length, total: page.total };
    };
    const few = await allQueriesOf(1);
    expect(await allQueriesOf(500)).toEqual({ queries: few.queries, users: 500, total: userCount + 1 });
  }, 60_000);
});

/** Returns the same database, with a count of its queries. */
function counting(db: Db): { readonly db: Db; readonly count: () => number } {
  let queries = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Once per query that is executed; subqueries are transformed separately, but have no results of their own.
    transformResult: async ({ result }) => {
      queries += 1;
      return result;
    },
  };
  return { db: db.withPlugin(plugin), count: () => queries };
}

async function insertCrowd(db: Db, total: number): Promise<string[]> {
  const ids = Array.from({ length: total }, (_, index) => `cus_crowd_${index}`);
  await inChunks(ids, (chunk) =>
    db
      .insertInto('customers')
      .values(chunk.map((id) => ({ id, email: `${id}@example.com`, locale: 'en', created_at: 1 })))
      .execute(),
  );
  return ids;
}

async function insertGrants(db: Db, cameraId: string, customerIds: readonly string[]): Promise<void> {
  await inChunks(customerIds, (chunk) =>
    db
      .insertInto('camera_grants')
      .values(chunk.map((id) => ({ camera_id: cameraId, customer_id: id, ...viewGrantRow })))
      .execute(),
  );
}

/** PostgreSQL and SQLite limit the number of parameters. */
async function inChunks(ids: readonly string[], insert: (chunk: readonly string[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < ids.length; start += 1000) await insert(ids.slice(start, start + 1000));
}
