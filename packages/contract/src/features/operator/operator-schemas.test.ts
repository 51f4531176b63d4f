import { expect, test } from 'vitest';
import { auditLogQuery, operatorWarningSchema } from './operator-schemas.ts';

test('one kind or several; a cursor is one that the server made', () => {
  expect(auditLogQuery.parse({ kind: 'plan-changed' })).toEqual({ kind: ['plan-changed'], limit: 50 });
  expect(auditLogQuery.parse({ kind: ['plan-changed', 'key-revoked'], limit: '2' })).toMatchObject({ limit: 2 });
  expect(auditLogQuery.safeParse({ kind: 'nonsense' }).success).toBe(false);
  expect(auditLogQuery.safeParse({ cursor: '1.aud_x' }).success).toBe(true);
  for (const cursor of ['', 'x', '1', "1.'", `${'9'.repeat(17)}.a`]) expect(auditLogQuery.safeParse({ cursor }).success).toBe(false);
});

test('a warning has what its sentence needs', () => {
  expect(operatorWarningSchema.safeParse({ code: 'storage-full' }).success).toBe(true);
  expect(operatorWarningSchema.safeParse({ code: 'storage-full-soon', fullAt: 1 }).success).toBe(false);
});
