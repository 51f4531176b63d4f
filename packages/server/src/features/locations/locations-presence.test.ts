import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createPresenceService, type PresenceService } from './locations-presence.ts';
import { createLocationsRepository } from './locations-repository.ts';

describeDatabases('who is home', (engine) => {
  let database: TestDatabase;
  let clock: ReturnType<typeof createManualClock>;
  let presence: PresenceService;
  let annaId: string;
  let borisId: string;
  let cameraId: string;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    clock = createManualClock();
    presence = createPresenceService({ db, clock });
    annaId = await insertCustomer(db, 'anna@example.com');
    borisId = await insertCustomer(db, 'boris@example.com');
    cameraId = await insertCamera(db, annaId);
    const config = {
      locations: [
        { id: 'office', order: 2, title: 'Office' },
        { id: 'shop', order: 1, title: 'Shop' },
      ],
      rooms: [{ id: 'hall', order: 1, title: 'Hall', locationId: 'shop' }],
      cameras: [{ id: cameraId, order: 1, locationId: 'shop', roomId: 'hall' }],
    };
    await createLocationsRepository(db).save(annaId, config, null);
  });
  afterEach(() => database.close());

  const summary = async (customerId: string) =>
    (await presence.list(customerId)).map(({ locationId, presence: state, changedBy }) => [locationId, state, changedBy]);

  test('is everybody until it is set, at one location or at all', async () => {
    const before = [
      ['shop', 'home', null],
      ['office', 'home', null],
      [null, 'home', null],
    ];
    expect(await summary(annaId)).toEqual(before);
    clock.advance(5);
    const places = await presence.set(annaId, { presence: 'away', locationId: 'shop' }, 'app');
    expect(places?.[0]).toEqual({ locationId: 'shop', presence: 'away', changedAt: clock.now(), changedBy: 'app' });
    expect(await summary(annaId)).toEqual([['shop', 'away', 'app'], ...before.slice(1)]);
    await presence.set(annaId, { presence: 'away' }, 'bot');
    await presence.set(annaId, { presence: 'home', locationId: null }, 'api-key');
    expect(await summary(annaId)).toEqual([
      ['shop', 'away', 'bot'],
      ['office', 'away', 'bot'],
      [null, 'home', 'api-key'],
    ]);
    expect(await presence.set(annaId, { presence: 'home', locationId: 'garage' }, 'app')).toBeNull();
    expect(await summary(borisId)).toEqual([[null, 'home', null]]);
  });

  test('is known of a camera, for each account as it has placed the camera', async () => {
    await presence.set(annaId, { presence: 'away', locationId: 'shop' }, 'app');
    await presence.set(borisId, { presence: 'away' }, 'app');
    expect(await presence.placesOf(cameraId, [annaId, borisId])).toEqual(
      new Map([
        [annaId, { locationId: 'shop', roomId: 'hall', presence: 'away' }],
        [borisId, { locationId: null, roomId: null, presence: 'away' }],
      ]),
    );
    expect(await presence.placesOf(cameraId, [])).toEqual(new Map());
  });
});
