import { createEmbedToken, revokeEmbedToken, updateEmbedLink } from '@watchpost/contract/endpoints/embeds';
import { expect, test } from 'vitest';
import { embedTokenEnd } from '../../kernel/embed-authorization.ts';
import { createTestClient, signIn } from '../../testing/index.ts';

const options = {
  name: 'Car park page',
  cameraIds: ['yard'],
  archive: null,
  withAudio: false,
  origins: ['https://shop.example'],
  maxViewers: 10,
  expiresAt: null,
};

test('tokens are created, counted while they are valid, and revoked, one or all', async () => {
  const { client, server, clock } = createTestClient();
  await signIn(client, server);
  const page = { cameraIds: ['yard'], origins: ['https://shop.example'] };
  const first = await client.embeds.createToken({ ...page, ttlSeconds: 600, archive: { kind: 'last-hours', hours: 24 } });
  expect(embedTokenEnd(first.token)).toBe(first.expiresAt);
  expect(server.requestsTo(createEmbedToken)[0]?.body).toEqual({ ...page, ttlSeconds: 600, archive: { kind: 'last-hours', hours: 24 } });
  const second = await client.embeds.createToken(page);
  expect(await client.embeds.listTokens()).toMatchObject({ count: 2, lastExpiresAt: second.expiresAt });
  await clock.advance(600_000);
  expect(await client.embeds.listTokens()).toMatchObject({ count: 1, tokens: [{ id: second.id }] });
  await client.embeds.revokeToken(second.id);
  expect(server.requestsTo(revokeEmbedToken)).toHaveLength(1);
  await client.embeds.createToken(page);
  await client.embeds.revokeTokens();
  expect(await client.embeds.listTokens()).toEqual({ count: 0, lastExpiresAt: null, tokens: [] });
});

test('links are created with an address, changed and revoked', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const link = await client.embeds.createLink(options);
  expect(link.url).toBe(`https://watchpost.test/e/${link.id}`);
  expect((await client.embeds.updateLink(link.id, { maxViewers: 20 })).maxViewers).toBe(20);
  expect(server.requestsTo(updateEmbedLink)[0]?.body).toEqual({ maxViewers: 20 });
  await client.embeds.revokeLink(link.id);
  expect(await client.embeds.listLinks()).toMatchObject([{ state: 'revoked', maxViewers: 20 }]);
  await expect(client.embeds.updateLink(link.id, { name: 'x' })).rejects.toMatchObject({ code: 'not-found' });
});

test('a call can be canceled', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  await expect(client.embeds.listLinks({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
});
