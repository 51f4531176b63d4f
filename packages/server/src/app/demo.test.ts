import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestSession } from '../testing/test-server.ts';

const camerasOf = async (server: TestServer, { headers }: TestSession): Promise<string[]> => {
  const cameras = cameraListSchema.parse(await (await server.call(listCameras, { headers })).json());
  return cameras.map(({ title, state }) => `${title} ${state}`);
};
const allOnline = ['Street online', 'Front door online', 'Warehouse online'];

test('the first customer has three online cameras, the second none; after a restart they are back', async () => {
  let server = await startTestServer({ demo: true });
  try {
    const first = await server.signIn('first@example.com');
    await expect.poll(() => camerasOf(server, first), { timeout: 10_000 }).toEqual(allOnline);
    const second = await server.signIn('second@example.com');
    expect(await camerasOf(server, second)).toEqual([]);
    await server.signIn('first@example.com');
    expect(await camerasOf(server, first)).toEqual(allOnline);

    server = await server.restart();
    await expect.poll(() => camerasOf(server, first), { timeout: 10_000 }).toEqual(allOnline);
  } finally {
    await server.close();
  }
}, 30_000);

test('a customer who reads Russian sees them with Russian names', async () => {
  const server = await startTestServer({ demo: true });
  try {
    const customer = await server.signIn('anna@example.com', { language: 'ru-RU,ru;q=0.9' });
    await expect
      .poll(async () => (await camerasOf(server, customer)).map((camera) => camera.replace(/ \w+$/, '')), { timeout: 10_000 })
      .toEqual(['Улица', 'Входная дверь', 'Склад']);
  } finally {
    await server.close();
  }
}, 30_000);
