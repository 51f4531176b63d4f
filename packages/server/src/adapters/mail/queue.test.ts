import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../kernel/log.ts';
import { createSeal } from '../../kernel/seal.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { MailRefusedError, type Mail, type MailQueue } from './port.ts';
import { createMailQueue } from './queue.ts';

const minute = 60_000;
const emailMessage = (subject: string): Mail => ({ to: 'anna@example.com', subject, text: subject, html: `<p>${subject}</p>` });

describeDatabases('the mail queue', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let queue: MailQueue;
  let lines: string[];
  /** Every attempt: the e-mail message and its id. */
  let attempts: { subject: string; id: string }[];
  let answer: (mail: Mail) => Promise<void>;

  const open = (key = 7, isShared = false): MailQueue =>
    createMailQueue({
      isShared,
      db: database.db,
      seal: createSeal(Buffer.alloc(32, key)),
      clock,
      log: createLog({ level: 'info', format: 'json', write: (line) => void lines.push(line) }),
      mailer: {
        send: (mail, id) => {
          attempts.push({ subject: mail.subject, id });
          return answer(mail);
        },
        close: async () => undefined,
      },
    });
  const waiting = () => database.db.selectFrom('letters').selectAll().execute();
  const tried = () => attempts.map(({ subject }) => subject);
  const away = () => Promise.reject(new Error('the mail server is away'));
  const accept = async (): Promise<void> => undefined;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    lines = [];
    attempts = [];
    answer = accept;
    queue = open();
  });
  afterEach(async () => {
    await queue.close();
    await database.close();
  });

  test('sends a message and deletes it; the caller does not wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = () => promise;
    await queue.add(emailMessage('first'));
    await expect.poll(tried).toEqual(['first']);
    expect(await waiting()).toHaveLength(1);
    resolve();
    await expect.poll(waiting).toEqual([]);
  });

  test('a queued e-mail message is encrypted: a copy of the database reveals no code and no address', async () => {
    answer = away;
    await queue.add(emailMessage('493028 is your code'));
    await expect.poll(tried).toHaveLength(1);
    expect(JSON.stringify(await waiting())).not.toMatch(/493028|anna/);
  });

  test('a failed message is retried after 1 s, 5 s, 30 s and so on, with the same id; others do not wait for it', async () => {
    answer = ({ subject }) =>
      subject === 'first' && attempts.filter((attempt) => attempt.subject === 'first').length < 3 ? away() : accept();
    await queue.add(emailMessage('first'));
    await expect.poll(waiting).toMatchObject([{ attempts: 1 }]);
    await queue.add(emailMessage('second'));
    await expect.poll(tried).toEqual(['first', 'second']);
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(999);
    expect(tried()).toEqual(['first', 'second']);
    clock.advance(1);
    await expect.poll(waiting).toMatchObject([{ attempts: 2 }]);
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(5000);
    await expect.poll(waiting).toEqual([]);
    expect(tried()).toEqual(['first', 'second', 'first', 'first']);
    expect(new Set(attempts.filter(({ subject }) => subject === 'first').map(({ id }) => id)).size).toBe(1);
    await expect.poll(() => clock.pending).toBe(0);
  });

  test('a restart loses no message', async () => {
    answer = away;
    await queue.add(emailMessage('first'));
    await expect.poll(waiting).toMatchObject([{ attempts: 1 }]);
    await queue.close();
    expect(clock.pending).toBe(0);
    answer = accept;
    clock.advance(minute);
    queue = open();
    queue.wake();
    await expect.poll(waiting).toEqual([]);
    expect(tried()).toEqual(['first', 'first']);
  });

  test('an expired code is not sent', async () => {
    answer = away;
    await queue.add(emailMessage('code'), { expiresAfterMs: 10 * minute });
    await expect.poll(waiting).toMatchObject([{ attempts: 1 }]);
    await queue.close();
    clock.advance(10 * minute);
    answer = accept;
    queue = open();
    queue.wake();
    await expect.poll(waiting).toEqual([]);
    expect(tried()).toEqual(['code']);
    expect(lines.join('')).toContain('could not be sent in time');
  });

  test('a message that the mail server rejects for good is dropped immediately', async () => {
    answer = () => Promise.reject(new MailRefusedError('no such user'));
    await queue.add(emailMessage('first'));
    await expect.poll(waiting).toEqual([]);
    expect(lines.join('')).toContain('could not be sent');
    expect(clock.pending).toBe(0);
  });

  test('a message of a failed transaction is never sent; of a committed one, exactly once', async () => {
    const write = (fails: boolean) =>
      database.db.transaction().execute(async (transaction) => {
        await queue.addWithin(transaction, emailMessage('first'));
        queue.wake();
        if (fails) throw new Error('on purpose');
      });
    await expect(write(true)).rejects.toThrow('on purpose');
    queue.wake();
    await queue.add(emailMessage('second'));
    await expect.poll(tried).toEqual(['second']);
    await write(false);
    queue.wake();
    await expect.poll(tried).toEqual(['second', 'first']);
  });

  test('a message encrypted with another key is dropped, not sent as garbage', async () => {
    answer = away;
    await queue.add(emailMessage('first'));
    await expect.poll(waiting).toMatchObject([{ attempts: 1 }]);
    await queue.close();
    clock.advance(minute);
    queue = open(8);
    queue.wake();
    await expect.poll(waiting).toEqual([]);
    expect(tried()).toEqual(['first']);
    expect(lines.join('')).toContain('another key');
  });

  test('a hundred concurrent e-mail messages are each sent once', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, number) => queue.add(emailMessage(`e-mail message ${number}`))));
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
    expect(new Set(tried()).size).toBe(100);
    expect(attempts).toHaveLength(100);
  });

  test('of three servers one sends a message, also while it is being sent, and another one when that server was killed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = () => promise;
    const [first, second, third] = [open(7, true), open(7, true), open(7, true)];
    await first.add(emailMessage('slow'));
    await expect.poll(tried).toEqual(['slow']);
    // They look while the first one still sends.
    await Promise.all([second, third].map((other) => other.add(emailMessage('by another'))));
    await expect.poll(tried).toEqual(['slow', 'by another', 'by another']);
    resolve();
    await expect.poll(waiting).toEqual([]);
    expect(tried()).toHaveLength(3);
    // They look once more when they have sent something: none of them is to take the message of the server that is killed.
    await Promise.all([first.close(), second.close(), third.close()]);

    // Killed before it could say whether it was sent.
    answer = () => new Promise(() => undefined);
    const killed = open(7, true);
    await killed.add(emailMessage('lost'));
    await expect.poll(tried).toContain('lost');
    answer = accept;
    queue = open(7, true);
    queue.wake();
    await expect.poll(() => clock.pending).toBeGreaterThan(0);
    expect(tried().filter((subject) => subject === 'lost')).toHaveLength(1);
    clock.advance(minute);
    await expect.poll(waiting).toEqual([]);
    expect(tried().filter((subject) => subject === 'lost')).toHaveLength(2);
  });

  test('a server that runs alone sends at once what it was sending when it was killed', async () => {
    answer = () => new Promise(() => undefined);
    await queue.add(emailMessage('code'));
    await expect.poll(tried).toEqual(['code']);
    answer = accept;
    queue = open();
    queue.wake();
    await expect.poll(waiting).toEqual([]);
    expect(tried()).toEqual(['code', 'code']);
  });

  test('a message that arrives just as the queue goes idle is sent too', async () => {
    for (let steps = 0; steps < 12; steps += 1) {
      attempts = [];
      const { promise: isAdded, resolve } = Promise.withResolvers<void>();
      const addAfter = async () => {
        for (let step = 0; step < steps; step += 1) await Promise.resolve();
        await queue.add(emailMessage('second'));
        resolve();
      };
      answer = async ({ subject }) => void (subject === 'first' && addAfter());
      await queue.add(emailMessage('first'));
      await isAdded;
      await expect.poll(tried, { interval: 1, timeout: 500, message: `after ${steps} steps` }).toEqual(['first', 'second']);
    }
  });

  test('a temporary database outage loses nothing', async () => {
    answer = away;
    await queue.add(emailMessage('first'));
    await expect.poll(waiting).toMatchObject([{ attempts: 1 }]);
    answer = accept;
    await database.db.schema.alterTable('letters').renameTo('letters_away').execute();
    clock.advance(1000);
    await expect.poll(() => lines.join('')).toContain('could not be read');
    await database.db.schema.alterTable('letters_away').renameTo('letters').execute();
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(5000);
    await expect.poll(waiting).toEqual([]);
    expect(tried()).toEqual(['first', 'first']);
  });

  test('no log line contains the text of an e-mail message', async () => {
    answer = () => Promise.reject(new Error('550 no'));
    await queue.add(emailMessage('493028 is your code'));
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toMatch(/493028|anna@/);
  });
});
