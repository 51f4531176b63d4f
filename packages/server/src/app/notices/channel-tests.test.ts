import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MailRefusedError, type Mailer } from '../../adapters/mail/port.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCustomer } from '../../testing/people.ts';
import { createChannelTests } from './channel-tests.ts';

describeDatabases('a test of the bot and of e-mail', (engine) => {
  let database: TestDatabase;
  let customerId: string;
  const clock = createManualClock();
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    customerId = await insertCustomer(database.db, 'anna@example.com');
  });
  afterEach(() => database.close());

  const run = (sendNow: Mailer['send'] | null) =>
    createChannelTests({ db: database.db, clock, sendNow, telegram: () => ({ selfTest: null }) })({ customerId, locale: 'ru' });
  const mail = { channel: 'email', name: 'anna@example.com', isThisDevice: false } as const;

  test('says that neither is set up', async () => {
    expect((await run(null)).map(({ channel, state }) => [channel, state])).toEqual([
      ['telegram', 'not-set-up'],
      ['email', 'not-set-up'],
    ]);
  });

  test('is sent to the address of the account, in its language, and says how long it took', async () => {
    const sent: string[] = [];
    const results = await run(async ({ to, subject }) => {
      clock.advance(2100);
      sent.push(`${to}: ${subject}`);
    });
    expect([results[1], sent]).toEqual([
      { ...mail, state: 'sent', reason: null, tookMs: 2100 },
      ['anna@example.com: Проверка от Watchpost'],
    ]);
  });

  test('says what the mail server did', async () => {
    const refused = await run(() => Promise.reject(new MailRefusedError('no such address')));
    const silent = await run(() => Promise.reject(new Error('timed out')));
    expect([refused[1], silent[1]]).toEqual([
      { ...mail, state: 'failed', reason: 'refused' },
      { ...mail, state: 'failed', reason: 'unreachable' },
    ]);
  });
});
