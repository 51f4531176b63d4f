import { createFakeServer, createFakeClock } from '@watchpost/sdk-core/testing';
import { createEmbedClient } from '@watchpost/sdk-core';
import { expect, test, vi } from 'vitest';
import { createGuestTokens } from './sharing-guest-tokens.ts';

test('the first token is served once; the next request gets a renewed one', async () => {
  let count = 0;
  const renew = vi.fn(() => Promise.resolve({ token: `renewed-${(count += 1)}` }));
  const tokens = createGuestTokens('first', renew);
  expect(await tokens(null)).toBe('first');
  expect(renew).not.toHaveBeenCalled();
  expect(await tokens(null)).toBe('renewed-1');
  expect(await tokens('renewed-1')).toBe('renewed-2');
});

test('a first token that the server has refused is renewed', async () => {
  const tokens = createGuestTokens('first', () => Promise.resolve({ token: 'next' }));
  expect(await tokens('first')).toBe('next');
});

test('a client renews a minute before the token ends', async () => {
  const clock = createFakeClock();
  const server = createFakeServer({ clock });
  const tokenUntil = (exp: number): string => `guest.${btoa(JSON.stringify({ exp }))}.signature`;
  const renew = vi.fn(() => Promise.resolve({ token: tokenUntil(clock.now() + 600_000) }));
  const client = createEmbedClient({
    baseUrl: 'https://watchpost.test',
    fetch: server.fetch,
    clock,
    token: createGuestTokens(tokenUntil(clock.now() + 600_000), renew),
  });
  const sent = async (): Promise<string | null | undefined> => {
    server.answerNext({ method: 'GET', path: '/public/api/v3/cameras/{id}' }, () => Response.json({}));
    await client.cameras.get('door');
    return server.requests.at(-1)?.headers.get('Authorization');
  };
  const first = await sent();
  await clock.advance(500_000);
  expect(await sent()).toBe(first);
  await clock.advance(50_000);
  expect(await sent()).not.toBe(first);
  expect(renew).toHaveBeenCalledOnce();
  client.dispose();
});
