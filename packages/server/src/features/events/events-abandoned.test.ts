import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertEvent } from '../../testing/people.ts';
import { createEventsService, type EventsDeps, type EventsService } from './events-service.ts';

const now = Date.UTC(2026, 0, 15, 12);
const hour = 3_600_000;

describeDatabases('events that nobody ended', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let cameraId: string;
  const services: EventsService[] = [];
  const clock = createManualClock(now);

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = await mkdtemp(join(tmpdir(), 'watchpost-abandoned-'));
    cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'anna@example.com'), { archive_days: 30 });
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (over: Pick<EventsDeps, 'nodeId' | 'isNodeAlive'>): EventsService => {
    const service = createEventsService({
      db: database.db,
      clock,
      log: pino({ level: 'silent' }),
      folder,
      motion: { watch: () => undefined, forget: () => undefined },
      cameras: { list: async () => [] },
      camerasIn: async () => new Set(),
      decode: async () => null,
      ...over,
    });
    services.push(service);
    return service;
  };
  const running = async (id: string, madeBy?: string): Promise<void> => {
    const area = JSON.stringify({ x: 0, y: 0, width: 1, height: 1, madeBy });
    await insertEvent(database.db, cameraId, { id, start_ms: now - 1000, end_ms: null, area });
  };
  const stillRunning = async (): Promise<string[]> =>
    (await database.db.selectFrom('events').select('id').where('end_ms', 'is', null).execute()).map(({ id }) => id).toSorted();

  test('a node that starts ends its own, and those of nodes that are gone; what another one is watching goes on', async () => {
    const there = new Set(['node_other']);
    await running('evt_earlier');
    await running('evt_gone', 'node_gone');
    await running('evt_other', 'node_other');
    await running('evt_own', 'node_own');
    const service = start({ nodeId: 'node_own', isNodeAlive: async (id) => there.has(id) });
    await service.start(cameraId);
    expect(await stillRunning()).toEqual(['evt_other']);

    // Its own events of this run go on, whatever becomes of the others.
    await running('evt_new', 'node_own');
    there.clear();
    clock.advance(hour);
    await expect.poll(stillRunning).toEqual(['evt_new']);
  });

  test('a server that runs alone ends all of them', async () => {
    await running('evt_a');
    await running('evt_b', 'node_before');
    await start({}).start(cameraId);
    expect(await stillRunning()).toEqual([]);
  });
});
