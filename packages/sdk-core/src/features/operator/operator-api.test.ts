import { getAuditLog } from '@watchpost/contract/endpoints/operator';
import { operatorOverviewSchema } from '@watchpost/contract/schemas/operator';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

test('anyone may ask whether they operate the server; only operators see more', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.operator.me()).toEqual({ isOperator: false });
  await expect(client.operator.overview()).rejects.toMatchObject({ code: 'forbidden' });
  await expect(client.operator.auditLog()).rejects.toMatchObject({ code: 'forbidden' });
  server.isOperator = true;
  expect(await client.operator.me()).toEqual({ isOperator: true });
  expect(operatorOverviewSchema.safeParse(await client.operator.overview()).success).toBe(true);
});

test('the log is read by pages of a filter, and as a file', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.isOperator = true;
  server.auditLog = ['a', 'b', 'c'].map((id) => ({ id, at: 1, kind: 'plan-changed', actor: null, subject: { id: 'week', name: null } }));
  const first = await client.operator.auditLog({ kind: ['plan-changed', 'plan-retired'], limit: 2 });
  expect(first.entries.map(({ id }) => id)).toEqual(['a', 'b']);
  const second = await client.operator.auditLog({ limit: 2, ...(first.next !== null && { cursor: first.next }) });
  expect(second).toMatchObject({ entries: [{ id: 'c' }], next: null });
  expect(server.requestsTo(getAuditLog)).toHaveLength(2);
  expect(await (await client.operator.exportAuditLog({ kind: ['plan-changed'] })).text()).toContain('Who');
});

test('a setting is changed, and returned to what the server started with', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  await expect(client.operator.settings()).rejects.toMatchObject({ code: 'forbidden' });
  server.isOperator = true;
  const find = async () => (await client.operator.settings()).find(({ name }) => name === 'archiveDays');
  expect(await find()).toMatchObject({ value: '7', origin: 'default' });
  await client.operator.changeSetting('archiveDays', '14');
  expect(await find()).toMatchObject({ value: '14', origin: 'page', startValue: '7' });
  await client.operator.changeSetting('archiveDays', null);
  expect(await find()).toMatchObject({ value: '7', origin: 'default', changedAt: null });
});
