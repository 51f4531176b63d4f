import { stretchGapMs } from '@watchpost/contract/protocols/alerts';
import type { EventType } from '@watchpost/contract/schemas/events';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../../testing/people.ts';
import type { GroupedEvent } from '../notifications-messages.ts';
import { createStretchStore, emailWaitMs, type StretchStore } from './notifications-stretch-store.ts';

describeDatabases('stretches of alerts', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let store: StretchStore;
  let cameraId: string;
  let anna: string;
  let boris: string;
  const minute = 60_000;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    store = createStretchStore({ db: database.db, clock });
    [anna, boris] = [await insertCustomer(database.db, 'anna@example.com'), await insertCustomer(database.db, 'boris@example.com')];
    cameraId = await insertCamera(database.db, anna);
  });
  afterEach(() => database.close());

  const event = (eventType: EventType, over: Partial<GroupedEvent> = {}): GroupedEvent => ({
    cameraId,
    cameraTitle: 'Yard',
    type: eventType === 'human' ? 'CAMERAPHONE_PERSON' : eventType === 'smokeAlarm' ? 'smokeAlarm' : 'CAMERAPHONE_MOTION',
    eventType,
    at: clock.now(),
    ...over,
  });
  const wish = (customerId: string, cooldownMs = 5 * minute) => ({ customerId, place: 'yard', cooldownMs });
  const due = async () => (await database.db.selectFrom('alert_stretches').select(['event_type', 'event_count', 'due_at']).execute()).at(0);

  test('another server, or the same after a restart, goes on with the message: no second sound for one stretch', async () => {
    const first = (await store.push(event('motion'), [wish(anna)])).get(anna);
    expect(first).toMatchObject({ count: 1, isSilent: false });
    clock.advance(minute);
    const other = createStretchStore({ db: database.db, clock });
    expect((await other.push(event('motion'), [wish(anna)])).get(anna)).toMatchObject({ id: first?.id, count: 2, isSilent: true });
    const person = event('human', { eventId: 'evt_1', label: 'Gate', score: 0.9, imageUrl: '/picture' });
    expect((await other.push(person, [wish(anna)])).get(anna)).toEqual({ id: first?.id, count: 3, isSilent: false, shown: person });
    // The pause between alerts holds on all servers, too.
    clock.advance(stretchGapMs + 1);
    expect((await store.push(event('human'), [wish(anna)])).size).toBe(0);
  });

  test('two servers at the same moment sound once, for each user', async () => {
    const other = createStretchStore({ db: database.db, clock });
    const wishes = [wish(boris), wish(anna)];
    const both = await Promise.all([store.push(event('human'), wishes), other.push(event('human'), wishes)]);
    for (const user of [anna, boris])
      expect(both.map((messages) => messages.get(user)).filter((message) => message?.isSilent === false)).toHaveLength(1);
  });

  test('a clock that is set back silences nobody', async () => {
    await store.push(event('human'), [wish(anna)]);
    const earlier = createStretchStore({ db: database.db, clock: { now: () => clock.now() - 60 * minute } });
    expect((await earlier.push(event('human'), [wish(anna)])).get(anna)).toMatchObject({ isSilent: false });
  });

  test('e-mail: one message is due for a stretch, with what matters most; an alarm is worth another', async () => {
    await store.email(event('motion'), [wish(anna)]);
    const dueAt = clock.now() + emailWaitMs;
    clock.advance(1000);
    await store.email(event('human'), [wish(anna)]);
    expect(await due()).toEqual({ event_type: 'human', event_count: 2, due_at: dueAt });
    await database.db.updateTable('alert_stretches').set({ due_at: null }).execute();
    clock.advance(minute);
    await store.email(event('human'), [wish(anna, 0)]);
    expect(await due()).toMatchObject({ event_count: 3, due_at: null });
    await store.email(event('smokeAlarm'), [wish(anna)]);
    expect(await due()).toMatchObject({ event_type: 'smokeAlarm', due_at: clock.now() + emailWaitMs });
  });

  test('e-mail: what was not sent begins no pause', async () => {
    await store.email(event('motion'), [wish(anna)]);
    await database.db.updateTable('alert_stretches').set({ due_at: null }).execute();
    clock.advance(minute);
    await store.email(event('human'), [wish(anna)]);
    clock.advance(stretchGapMs + 1);
    await store.email(event('human'), [wish(anna)]);
    expect(await due()).toMatchObject({ event_type: 'human', event_count: 1, due_at: clock.now() + emailWaitMs });
  });
});
