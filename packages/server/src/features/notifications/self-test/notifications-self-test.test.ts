import type { ChannelTest } from '@watchpost/contract/schemas/notifications';
import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PushError, type PushOutcome } from '../../../adapters/push/port.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCustomer, insertDevice } from '../../../testing/people.ts';
import type { PushSubscription } from '../notifications-repository.ts';
import { createSelfTest, notSetUp } from './notifications-self-test.ts';

describeDatabases('a test of all channels', (engine) => {
  let database: TestDatabase;
  let customerId: string;
  let removed: string[];
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    customerId = await insertCustomer(database.db, 'anna@example.com');
    removed = [];
  });
  afterEach(() => database.close());

  const outcomes: Readonly<Record<string, () => PushOutcome>> = {
    sent: () => 'sent',
    gone: () => 'gone',
    refused: () => {
      throw new PushError('answered 403', { isFinal: true });
    },
    silent: () => {
      throw new PushError('timed out', { isFinal: false });
    },
  };
  const run = async (tokens: readonly string[], others: ChannelTest[] = []): Promise<ChannelTest[]> => {
    const subscriptions: PushSubscription[] = [];
    for (const token of tokens)
      subscriptions.push({
        customerId,
        deviceId: await insertDevice(database.db, customerId),
        token,
        addressHash: token,
        failingSince: null,
        confirmedAt: 1_800_000_000_000,
        locale: 'en',
      });
    const clock = createManualClock();
    const send = async (token: string): Promise<PushOutcome> => {
      clock.advance(800);
      return outcomes[token]?.() ?? 'sent';
    };
    const selfTest = createSelfTest({
      db: database.db,
      clock,
      push: { id: 'test', send },
      repository: { find: async () => subscriptions, removeAddress: async ({ addressHash }) => void removed.push(addressHash) },
      otherChannels: async () => others,
    });
    return selfTest({ customerId, familyId: 'family', deviceId: subscriptions[0]?.deviceId ?? 'none', locale: 'en' });
  };

  test('says of each device whether it was reached, and forgets what has ended', async () => {
    const results = await run(['sent', 'gone', 'refused', 'silent']);
    expect(results.map(({ state, reason, isThisDevice }) => [state, reason, isThisDevice])).toEqual([
      ['sent', null, true],
      ['failed', 'gone', false],
      ['failed', 'refused', false],
      ['failed', 'unreachable', false],
    ]);
    expect(results.map(({ confirmedAt }) => confirmedAt)).toEqual(Array.from({ length: 4 }, () => 1_800_000_000_000));
    expect(removed).toEqual(['gone']);
  });

  test('says how long it took until a message was sent', async () => {
    expect((await run(['sent'])).map(({ tookMs }) => tookMs)).toEqual([800]);
    expect((await run(['gone'])).map(({ tookMs }) => tookMs)).toEqual([undefined]);
  });

  test('names each channel, also one that is not set up', async () => {
    const telegram: ChannelTest = { channel: 'telegram', name: 'Anna', isThisDevice: false, state: 'sent', reason: null };
    expect(await run([], [telegram, notSetUp('email')])).toEqual([notSetUp('push'), telegram, notSetUp('email')]);
  });
});
