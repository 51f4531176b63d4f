import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createDatabaseWait, inBackground, waitForDatabase, withDatabaseWait } from './database-wait.ts';

const nothing = (): void => undefined;

test('R11: a request waits 1.5 s for the database and is then answered 503, which leaves half a second of the two for its other work', async () => {
  const clock = createManualClock();
  const wait = createDatabaseWait(clock);
  let answer: unknown = null;
  const stalled = new Promise<never>(nothing);
  const request = withDatabaseWait(wait, () => waitForDatabase(stalled, clock)).catch((error: unknown) => void (answer = error));
  clock.advance(1499);
  await Promise.resolve();
  expect(answer).toBeNull();
  clock.advance(1);
  await request;
  expect(answer).toMatchObject({ code: 'unavailable', retryAfter: 2 });
});

test('one query after another shares that time; queries at once are counted once', () => {
  const clock = createManualClock();
  const wait = createDatabaseWait(clock);
  const ends = [wait.begin(), wait.begin()];
  clock.advance(1000);
  for (const end of ends) end();
  expect(wait.leftMs).toBe(500);
  // The request's own work is no wait for the database.
  clock.advance(5000);
  expect(wait.leftMs).toBe(500);
  wait.begin();
  clock.advance(500);
  expect(wait.leftMs).toBe(0);
});

test('what must be finished waits as long as it takes', async () => {
  const clock = createManualClock();
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = withDatabaseWait(createDatabaseWait(clock), () => inBackground(() => waitForDatabase(promise, clock)));
  clock.advance(60_000);
  resolve('done');
  expect(await work).toBe('done');
});
