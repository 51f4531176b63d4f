import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailQueue } from '../../adapters/mail/queue.ts';
import { createLog } from '../../kernel/log.ts';
import { createSeal } from '../../kernel/seal.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { createAccountDeletion, type AccountDeletion } from './account-deletion.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describeDatabases('the purge of deleted accounts', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let deletion: AccountDeletion;
  /** Requests to the cameras, in order. */
  let calls: string[];
  let purge: (customerId: string) => Promise<void>;
  let closeMail: () => Promise<void>;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    calls = [];
    purge = async () => undefined;
    deletion = open();
    await addCustomer('anna');
  });
  afterEach(async () => {
    await deletion.close();
    await closeMail();
    await database.close();
  });

  const log = createLog({ level: 'silent', format: 'json' });
  const open = (): AccountDeletion => {
    const mail = createMailQueue({
      db: database.db,
      mailer: { send: async () => undefined, close: async () => undefined },
      seal: createSeal(Buffer.alloc(32, 1)),
      clock,
      log,
    });
    closeMail = () => mail.close();
    const note = (what: string) => async (customerId: string) => void calls.push(`${what} ${customerId}`);
    const cameras = {
      suspend: note('suspend'),
      resume: note('resume'),
      purge: async (customerId: string) => {
        calls.push(`purge ${customerId}`);
        await purge(customerId);
      },
    };
    return createAccountDeletion({ db: database.db, clock, log, mail, cameras, contact: null, publicUrl: null });
  };
  const addCustomer = (id: string) =>
    database.db
      .insertInto('customers')
      .values({ id, email: `${id}@example.com`, locale: 'en', created_at: 1 })
      .execute();
  const erase = (id = 'anna') => deletion.delete({ id, email: `${id}@example.com`, locale: 'en', timeZone: null, createdAt: 1 });
  const left = async () => (await database.db.selectFrom('customers').select('id').orderBy('id').execute()).map(({ id }) => id);

  test('runs every hour, and removes accounts deleted seven days ago', async () => {
    deletion.start();
    await erase();
    clock.advance(7 * day - 1);
    await deletion.run();
    expect([await left(), calls]).toEqual([['anna'], ['suspend anna']]);
    clock.advance(1);
    await expect.poll(left).toEqual([]);
    expect(calls).toEqual(['suspend anna', 'purge anna']);
    await deletion.close();
    expect(clock.pending).toBe(0);
  });

  test('a restored account is not purged later', async () => {
    await erase();
    clock.advance(3 * day);
    expect(await deletion.restore('anna')).toBe(true);
    clock.advance(10 * day);
    await deletion.run();
    expect([await left(), calls]).toEqual([['anna'], ['suspend anna', 'resume anna']]);
  });

  test('a second deletion restarts the seven days', async () => {
    await erase();
    clock.advance(6 * day);
    await deletion.restore('anna');
    await erase();
    clock.advance(6 * day);
    await deletion.run();
    expect(await left()).toEqual(['anna']);
    clock.advance(day);
    await deletion.run();
    expect(await left()).toEqual([]);
  });

  test('a clock that jumps ahead purges nothing until the new time has been stable for an hour', async () => {
    await erase();
    clock.setWallClock(clock.now() + 30 * day);
    await deletion.run();
    expect(await left()).toEqual(['anna']);
    expect(await deletion.restore('anna')).toBe(true);
    await erase();
    clock.setWallClock(clock.now() + 30 * day);
    await deletion.run();
    clock.advance(hour + 60_000);
    await deletion.run();
    expect(await left()).toEqual([]);
  });

  test('a purge that fails, or is interrupted by a kill, is repeated; other accounts do not wait for it', async () => {
    await addCustomer('boris');
    await erase();
    await erase('boris');
    clock.advance(7 * day);
    purge = async (id) => {
      if (id === 'anna') throw new Error('the disk is away');
    };
    await deletion.run();
    expect(await left()).toEqual(['anna']);
    // Simulates a kill: a new process on the same database.
    await deletion.close();
    await closeMail();
    purge = async () => undefined;
    deletion = open();
    deletion.start();
    await expect.poll(left).toEqual([]);
  });

  test('the address is free as soon as the grace period is over, however long the purge takes', async () => {
    await erase();
    clock.advance(7 * day);
    const { promise, resolve } = Promise.withResolvers<void>();
    purge = () => promise;
    const running = deletion.run();
    await expect.poll(() => calls).toContain('purge anna');
    await database.db.insertInto('customers').values({ id: 'anna2', email: 'anna@example.com', locale: 'en', created_at: 2 }).execute();
    expect(await deletion.restore('anna')).toBe(false);
    resolve();
    await running;
    expect(await left()).toEqual(['anna2']);
  });

  test('of two simultaneous deletions, one counts', async () => {
    const outcomes = await Promise.allSettled([erase(), erase()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await database.db.selectFrom('customers').select('deleted_at').execute()).toEqual([{ deleted_at: clock.now() }]);
  });
});
