import { getHomeMqtt, updateHomeMqtt } from '@watchpost/contract/endpoints/home-mqtt';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { homeMqttSchema } from '@watchpost/contract/schemas/home-mqtt';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { outcomeOf } from '../../testing/partners/api-keys.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describeDatabases('the switch of home automation', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let headers: Record<string, string>;
  let id: string;

  const start = async (options: Parameters<typeof startTestServer>[0]): Promise<void> => {
    await server?.close();
    server = await startTestServer({ ...place, ...options });
  };
  const call = ({ method, path }: Endpoint, body?: unknown): Promise<Response> =>
    server.call({ method, path: fillPath(path, { id }) }, { headers, body });
  const answer = async (response: Promise<Response>) => homeMqttSchema.parse(await (await response).json());

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    await start({});
    db = openDatabase(locateDatabase(server.config));
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });
  beforeEach(async () => {
    const owner = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
    headers = { authorization: `Bearer ${await server.openSession(owner)}` };
    id = await insertCamera(db, owner);
  });

  test('without a broker there is nothing to agree to', async () => {
    expect(await answer(call(getHomeMqtt))).toEqual({ topic: null, isEnabled: false });
    expect(await outcomeOf(call(updateHomeMqtt, { isEnabled: true }))).toBe('503 unavailable');
    expect(await answer(call(updateHomeMqtt, { isEnabled: false }))).toEqual({ topic: null, isEnabled: false });
  });

  test('is off, on, and off again, also while the broker is away; the server waits for nothing', async () => {
    // Nothing listens there.
    await start({ homeMqtt: { url: 'mqtt://127.0.0.1:9', prefix: 'house', discoveryPrefix: null } });
    const topic = `house/${id}`;
    expect(await answer(call(getHomeMqtt))).toEqual({ topic, isEnabled: false });
    for (const isEnabled of [true, true, false, false]) {
      expect(await answer(call(updateHomeMqtt, { isEnabled }))).toEqual({ topic, isEnabled });
      expect(await answer(call(getHomeMqtt))).toEqual({ topic, isEnabled });
    }
    expect(await outcomeOf(call(updateHomeMqtt, { isEnabled: 'yes' }))).toBe('422 invalid-request');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^watchpost_home_mqtt_connected 0$/m);
  });
});
