import { createApiKey, listApiKeys, updateApiKey } from '@watchpost/contract/endpoints/api-keys';
import type { CreateApiKeyBody } from '@watchpost/contract/schemas/api-keys';
import { expect, test } from 'vitest';
import { buildApiKey, createTestClient, signIn } from '../../testing/index.ts';

const body: CreateApiKeyBody = {
  name: 'Website',
  scopes: ['embed-tokens', 'live'],
  cameraIds: ['yard'],
  origins: ['https://shop.example'],
  ipRanges: ['203.0.113.0/28'],
  expiresAt: null,
};

test('a key is created with its secret, changed and revoked', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const { apiKey, secret } = await client.apiKeys.create(body);
  expect(apiKey).toMatchObject({ ...body, state: 'active' });
  expect(secret.startsWith(apiKey.hint)).toBe(true);
  expect(server.requestsTo(createApiKey)).toMatchObject([{ path: '/public/api/v3/api-keys', body }]);

  expect(await client.apiKeys.update(apiKey.id, { ipRanges: [] })).toEqual({ ...apiKey, ipRanges: [] });
  expect(server.requestsTo(updateApiKey)[0]?.body).toEqual({ ipRanges: [] });

  await client.apiKeys.revoke(apiKey.id);
  expect(await client.apiKeys.list()).toMatchObject([{ id: apiKey.id, state: 'revoked' }]);
  await expect(client.apiKeys.revoke(apiKey.id)).rejects.toMatchObject({ code: 'not-found' });
});

test('errors of the contract reach the caller; a call can be canceled', async () => {
  const { client, server } = createTestClient();
  server.apiKeys = [buildApiKey()];
  await signIn(client, server);
  server.answerNext(createApiKey, 'limit-reached');
  await expect(client.apiKeys.create(body)).rejects.toMatchObject({ code: 'limit-reached' });
  await expect(client.apiKeys.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  expect(server.requestsTo(listApiKeys)).toHaveLength(1);
});
