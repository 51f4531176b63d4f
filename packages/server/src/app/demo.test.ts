import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { listDetections } from '@watchpost/contract/endpoints/smart-events';
import { fillPath } from '@watchpost/contract/kernel';
import { listDetectionsAnswer } from '@watchpost/contract/schemas/smart-events';
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

test('demo cameras recognise people and vehicles where the recognition is installed', async () => {
  const server = await startTestServer({ demo: true, isDemoBusy: false });
  try {
    const { headers } = await server.signIn('first@example.com');
    const cameras = cameraListSchema.parse(await (await server.call(listCameras, { headers })).json());
    for (const { id } of cameras) {
      const read = async (): Promise<boolean> => {
        const { method, path } = listDetections;
        const answer = await server.call({ method, path: fillPath(path, { id }) }, { headers });
        const { engine, detections } = listDetectionsAnswer.parse(await answer.json());
        const enabled = detections.filter(({ isEnabled }) => isEnabled).map(({ type }) => type);
        return enabled.join(' ') === (engine.state === 'ready' ? 'human vehicle' : '');
      };
      await expect.poll(read).toBe(true);
    }
  } finally {
    await server.close();
  }
}, 30_000);
