import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../../testing/people.ts';
import { createAccessLogReader } from './sharing-log-reader.ts';
import { createAccessLog, type AccessChange } from './sharing-log-recorder.ts';

const now = Date.UTC(2026, 0, 15, 12);

describeDatabases('recording changes of access', (engine) => {
  let database: TestDatabase;
  let ownerId: string;
  let cameraId: string;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    ownerId = await insertCustomer(database.db, 'owner@example.com');
    cameraId = await insertCamera(database.db, ownerId);
  });
  afterEach(() => database.close());

  const { record } = createAccessLog({ clock: createManualClock(now) });
  const change = (over: Partial<AccessChange> = {}): AccessChange => ({
    kind: 'link-created',
    cameraId,
    actorId: ownerId,
    grant: { kind: 'owner' },
    subject: 'Courier',
    device: { browser: 'Firefox', system: 'Linux' },
    ...over,
  });
  const entries = async () => (await createAccessLogReader(database.db).page([cameraId], {}, { cursor: null, limit: 10_000 })).entries;

  test('an entry takes no time, and has the actor, the subject, the device and the grant', async () => {
    await record(database.db, [change({ kind: 'link-accepted', grant: { kind: 'link', inviteId: 'inv', label: 'Courier' } })]);
    expect(await entries()).toMatchObject([
      {
        kind: 'link-accepted',
        at: now,
        until: now,
        range: null,
        who: { kind: 'user', customerId: ownerId, email: 'owner@example.com' },
        subject: 'Courier',
        device: { browser: 'Firefox', system: 'Linux' },
        grant: { kind: 'link', inviteId: 'inv', label: 'Courier' },
      },
    ]);
  });

  test('a change that is rolled back leaves no entry', async () => {
    await expect(
      database.db.transaction().execute(async (transaction) => {
        await record(transaction, [change()]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await entries()).toEqual([]);
  });

  test('none, and more than one statement takes', async () => {
    await record(database.db, []);
    await record(
      database.db,
      Array.from({ length: 1201 }, () => change({ device: null })),
    );
    expect(await entries()).toHaveLength(1201);
  });
});
