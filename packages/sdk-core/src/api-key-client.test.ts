import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { expect, test, vi } from 'vitest';
import { createApiKeyClient } from './api-key-client.ts';
import { buildApiKey, buildCamera, createFakeClock, createFakeServer } from './testing/index.ts';

function setUp(secret: string = 'wp_live_good') {
  const clock = createFakeClock();
  const server = createFakeServer({ clock });
  server.cameras = [buildCamera({ id: 'yard' })];
  server.apiKeys = [buildApiKey({ name: 'Shop' })];
  server.apiKeySecrets.set('wp_live_good', 'key-1');
  const client = createApiKeyClient({ baseUrl: 'https://watchpost.test/', apiKey: secret, fetch: server.fetch, clock });
  return { client, server };
}

test('each call carries the key, and nothing of a session', async () => {
  const { client, server } = setUp();
  expect((await client.apiKeys.self()).name).toBe('Shop');
  expect((await client.cameras.list()).map(({ id }) => id)).toEqual(['yard']);
  expect((await client.cameras.get('yard')).id).toBe('yard');
  expect((await client.events.list()).events).toEqual([]);
  await client.archive.footage('yard', { from: 0, to: 1 });
  expect(await client.webhooks.list()).toEqual([]);
  await client.embeds.createToken({ cameraIds: ['yard'], origins: ['https://shop.example'] });
  expect(server.embedTokens).toMatchObject([{ apiKeyId: 'key-1' }]);
  expect(new Set(server.requests.map(({ headers }) => headers.get('Authorization')))).toEqual(new Set(['Bearer wp_live_good']));
});

test('a refused key is the caller’s to handle: nothing is renewed or sent again', async () => {
  const { client, server } = setUp('wp_live_other');
  await expect(client.cameras.list()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
  expect(server.requestsTo(listCameras)).toHaveLength(1);
  const own = setUp();
  own.server.answerNext(createEmbedToken, 'scope-missing');
  const token = own.client.embeds.createToken({ cameraIds: ['yard'], origins: ['https://shop.example'] });
  await expect(token).rejects.toMatchObject({ code: 'scope-missing' });
  await expect(own.client.cameras.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
});

test('is not for pages', () => {
  vi.stubGlobal('document', {});
  expect(() => setUp()).toThrow(/belongs on a server/);
  vi.unstubAllGlobals();
});
