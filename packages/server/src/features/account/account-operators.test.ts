import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAccountNetworks } from '../../kernel/network/account-networks.ts';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCustomer } from '../../testing/people.ts';
import { createOperators } from './account-operators.ts';

describeDatabases('operators', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  test('are identified by their current address; deleted accounts have none', async () => {
    const { db } = database;
    const anna = await insertCustomer(db, 'anna@example.com');
    const boris = await insertCustomer(db, 'boris@example.com');
    const { isOperator } = createOperators({ db, emails: ['anna@example.com'] });
    expect([await isOperator(anna), await isOperator(boris), await isOperator('unknown-customer')]).toEqual([true, false, false]);
    await db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', anna).execute();
    expect(await isOperator(anna)).toBe(false);
    await db.updateTable('customers').set({ deleted_at: null, email: 'other@example.com' }).where('id', '=', anna).execute();
    expect(await isOperator(anna)).toBe(false);
    expect(await createOperators({ db, emails: null }).isOperator(boris)).toBe(true);
  });

  test('reach cameras in private networks while they are operators; other users never do, not even by name', async () => {
    const { db } = database;
    const anna = await insertCustomer(db, 'anna@example.com');
    const boris = await insertCustomer(db, 'boris@example.com');
    const lookup = async () => [{ address: '192.168.1.7' }];
    const networkOf = createAccountNetworks({
      forOperators: createNetworkPolicy({ allowPrivate: true, allowLoopback: false, lookup }),
      forOthers: createNetworkPolicy({ allowPrivate: false, allowLoopback: false, lookup }),
      isOperator: createOperators({ db, emails: ['anna@example.com'] }).isOperator,
    });
    const network = networkOf(anna);
    expect(await network.resolve('cam.example')).toBe('192.168.1.7');
    await expect(networkOf(boris).resolve('cam.example')).rejects.toMatchObject({ code: 'camera-address-forbidden' });
    expect(await networkOf(boris).resolve('8.8.8.8')).toBe('8.8.8.8');
    await db.updateTable('customers').set({ email: 'left@example.com' }).where('id', '=', anna).execute();
    await expect(network.resolve('cam.example')).rejects.toMatchObject({ code: 'camera-address-forbidden' });
  });

  test('stay known while the database is unavailable', async () => {
    const { db } = database;
    const anna = await insertCustomer(db, 'anna@example.com');
    const gone = await createTestDatabase('sqlite');
    await insertCustomer(gone.db, 'anna@example.com');
    const { isOperator } = createOperators({ db: gone.db, emails: ['anna@example.com'] });
    const { id } = await gone.db.selectFrom('customers').select('id').executeTakeFirstOrThrow();
    expect(await isOperator(id)).toBe(true);
    await gone.close();
    expect(await isOperator(id)).toBe(true);
    await expect(isOperator(anna)).rejects.toThrow();
  });
});
