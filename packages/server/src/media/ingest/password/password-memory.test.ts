import { expect, test } from 'vitest';
import { createLog } from '../../../kernel/log.ts';
import { createTestDatabase, describeDatabases } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../../testing/people.ts';
import { createPasswordMemory } from './password-memory.ts';

const log = createLog({ level: 'silent', format: 'json' });

describeDatabases('refused passwords across restarts', (engine) => {
  test('are recalled once by the next run, deleted by a delivery, and leave nothing of a removed camera', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const owner = await insertCustomer(db, 'anna@example.com');
      const [gate, yard] = [await insertCamera(db, owner), await insertCamera(db, owner)];
      const rows = () => db.selectFrom('password_trials').select(['refusals', 'retry_at']).orderBy('refusals').execute();
      const first = await createPasswordMemory({ db, log });
      first.remember(gate, { count: 1, retryAt: 1_800_000_060_000 });
      first.remember(gate, { count: 2, retryAt: 1_800_000_120_000 });
      first.remember(yard, { count: 7, retryAt: 1_800_003_600_000 });
      first.remember('a camera that was removed', { count: 1, retryAt: 1_800_000_060_000 });
      await first.written();
      expect(await rows()).toEqual([
        { refusals: 2, retry_at: 1_800_000_120_000 },
        { refusals: 7, retry_at: 1_800_003_600_000 },
      ]);

      const second = await createPasswordMemory({ db, log });
      expect(second.recall(gate)).toEqual({ count: 2, retryAt: 1_800_000_120_000 });
      expect(second.recall(yard)).toEqual({ count: 7, retryAt: 1_800_003_600_000 });
      second.remember(gate, null);
      // The yard's camera was found at another address.
      expect(second.recall(yard)).toBe(null);
      await second.written();
      expect(await rows()).toEqual([]);
      expect((await createPasswordMemory({ db, log })).recall(gate)).toBe(null);
    } finally {
      await close();
    }
  });

  test('are known to the node that a camera moves to, and what the other node settled since is not brought back', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const owner = await insertCustomer(db, 'anna@example.com');
      const [gate, yard] = [await insertCamera(db, owner), await insertCamera(db, owner)];
      const one = await createPasswordMemory({ db, log });
      const two = await createPasswordMemory({ db, log });
      one.remember(gate, { count: 5, retryAt: 1_800_000_960_000 });
      one.remember(yard, { count: 1, retryAt: 1_800_000_060_000 });
      await one.written();
      await two.read([gate, yard]);
      expect([two.recall(gate), two.recall(yard)]).toEqual([
        { count: 5, retryAt: 1_800_000_960_000 },
        { count: 1, retryAt: 1_800_000_060_000 },
      ]);
      // There it works again, and moves back.
      two.remember(gate, null);
      two.remember(yard, { count: 2, retryAt: 1_800_000_120_000 });
      await two.written();
      await one.read([gate, yard]);
      expect([one.recall(gate), one.recall(yard)]).toEqual([null, { count: 2, retryAt: 1_800_000_120_000 }]);
      await one.read(Array.from({ length: 1200 }, (_, index) => `camera ${index}`));
    } finally {
      await close();
    }
  });
});
