import { getHomeMqtt, updateHomeMqtt } from '@watchpost/contract/endpoints/home-mqtt';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

test('a camera is published and removed again', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.homeMqtt.get('yard')).toEqual({ topic: 'watchpost/yard', isEnabled: false });
  expect(await client.homeMqtt.update('yard', { isEnabled: true })).toEqual({ topic: 'watchpost/yard', isEnabled: true });
  expect(server.requestsTo(updateHomeMqtt)[0]?.body).toEqual({ isEnabled: true });
  expect((await client.homeMqtt.get('yard')).isEnabled).toBe(true);
  expect((await client.homeMqtt.update('yard', { isEnabled: false })).isEnabled).toBe(false);
});

test('a server without a broker, and anyone but the owner', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.homeMqttPrefix = null;
  expect(await client.homeMqtt.get('yard')).toEqual({ topic: null, isEnabled: false });
  await expect(client.homeMqtt.update('yard', { isEnabled: true })).rejects.toMatchObject({ code: 'unavailable' });
  server.answerNext(getHomeMqtt, 'forbidden');
  await expect(client.homeMqtt.get('yard')).rejects.toMatchObject({ code: 'forbidden' });
});
