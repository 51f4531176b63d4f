import { createManualClock } from '@watchpost/contract/testing';
import type { AuditKind } from '@watchpost/contract/schemas/operator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { auditCsvHeader, auditCsvRows } from './operator-audit-csv.ts';
import { createAuditLog } from './operator-audit-log.ts';

const now = Date.UTC(2026, 10, 27, 12);
const anna = { customerId: 'cus_anna', email: 'anna@example.com' };
const boris = { customerId: 'cus_boris', email: 'boris@example.com' };

describeDatabases('the audit log', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  test('is read newest first, page by page without a gap, also among entries of the same moment', async () => {
    const clock = createManualClock(now);
    const audit = createAuditLog({ db: database.db, clock });
    const all: AuditKind[] = ['plan-changed', 'plan-retired', 'key-revoked', 'camera-removed', 'link-revoked'];
    for (const kind of all) {
      await audit.record({ kind, actor: anna, subject: { id: 'x', name: null } });
      if (kind === 'key-revoked') clock.advance(1000);
    }
    const read: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await audit.page({}, { cursor, limit: 2 });
      expect(page.entries.length).toBeLessThanOrEqual(2);
      read.push(...page.entries.map(({ kind }) => kind));
      cursor = page.next;
      if (cursor === null) break;
    }
    expect(read.toSorted()).toEqual(all.toSorted());
    expect(read.slice(0, 2).toSorted()).toEqual(['camera-removed', 'link-revoked']);
  });

  test('is filtered by what happened, who did it and when', async () => {
    const clock = createManualClock(now);
    const audit = createAuditLog({ db: database.db, clock });
    await audit.record({ kind: 'operator-signed-in', actor: anna, subject: null });
    clock.advance(1000);
    await audit.record({ kind: 'camera-removed', actor: boris, subject: { id: 'cam_1', name: 'Yard' } });
    const kinds = async (filter: Parameters<typeof audit.page>[0]) =>
      (await audit.page(filter, { cursor: null, limit: 10 })).entries.map(({ kind }) => kind);
    expect(await kinds({ kind: ['camera-removed'] })).toEqual(['camera-removed']);
    expect(await kinds({ actorId: anna.customerId })).toEqual(['operator-signed-in']);
    expect(await kinds({ from: now + 1 })).toEqual(['camera-removed']);
    expect(await kinds({ to: now + 1 })).toEqual(['operator-signed-in']);
    const [entry] = (await audit.page({}, { cursor: null, limit: 1 })).entries;
    expect(entry).toMatchObject({ at: now + 1000, actor: boris, subject: { id: 'cam_1', name: 'Yard' } });
  });
});

test('as CSV, names are quoted and never run as formulas', () => {
  expect(auditCsvHeader('en')).toBe('\uFEFFTime (UTC),Who,Action,Name,Id\r\n');
  const entry = { id: 'aud_1', at: now, kind: 'camera-removed' as const, actor: anna, subject: { id: 'cam_1', name: '=1+1, "Yard"' } };
  expect(auditCsvRows([entry, { ...entry, actor: null, subject: null }], 'ru')).toBe(
    '2026-11-27T12:00:00.000Z,anna@example.com,Камера удалена,"\'=1+1, ""Yard""",cam_1\r\n2026-11-27T12:00:00.000Z,Сервер,Камера удалена,,\r\n',
  );
});
