import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../testing/databases.ts';
import { createRoleWatch, describeMissingRole, rolesWithoutNode } from './role-watch.ts';

test('a role is there when any node has it', () => {
  expect(rolesWithoutNode([['api', 'media'], ['jobs']])).toEqual([]);
  expect(rolesWithoutNode([['api'], ['api']])).toEqual(['media', 'jobs']);
  expect(rolesWithoutNode([])).toEqual(['api', 'media', 'jobs']);
});

describeDatabases('roles of a cluster', (engine) => {
  test('one without a node is reported after the time of a restart, once, until a node has it', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const clock = createManualClock();
      const lines: string[] = [];
      const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
      const later = 9_000_000_000_000;
      const node = { address: null, capacity: 60, version: '1', is_draining: 0 as const, started_at: 0, seen_at: 0, lease_changes: 0 };
      await db
        .insertInto('nodes')
        .values([
          { ...node, id: 'one', name: 'one', roles: 'api,media', alive_until: later },
          // Neither is there any more.
          { ...node, id: 'gone', name: 'gone', roles: 'jobs', alive_until: 1 },
          { ...node, id: 'leaving', name: 'leaving', roles: 'jobs', alive_until: later, is_draining: 1 },
        ])
        .execute();
      const watch = createRoleWatch({ db, clock, log });
      const lookFor = async (seconds: number): Promise<void> => {
        for (let second = 0; second < seconds; second += 1) {
          await watch.look();
          clock.advance(1000);
        }
      };
      await lookFor(30);
      expect([watch.missing, lines]).toEqual([[], []]);
      await lookFor(30);
      expect(watch.missing).toEqual(['jobs']);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(describeMissingRole('jobs'));

      await db.updateTable('nodes').set({ alive_until: later }).where('id', '=', 'gone').execute();
      await lookFor(11);
      expect(watch.missing).toEqual([]);
    } finally {
      await close();
    }
  });
});
