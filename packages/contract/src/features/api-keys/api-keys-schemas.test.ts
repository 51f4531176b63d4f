import { expect, test } from 'vitest';
import { createApiKeyBody } from './api-keys-schemas.ts';

const body = { name: 'Website', scopes: ['embed-tokens', 'live'], cameraIds: null, origins: [], ipRanges: [], expiresAt: null };

test('addresses are IPv4 or IPv6, single or a range', () => {
  const withRange = (range: string): boolean => createApiKeyBody.safeParse({ ...body, ipRanges: [range] }).success;
  expect(['203.0.113.4', '203.0.113.0/28', '2001:db8::1', '2001:db8::/32'].map(withRange)).toEqual([true, true, true, true]);
  expect(['203.0.113', '203.0.113.0/33', 'example.com', '2001:db8::/129'].map(withRange)).toEqual([false, false, false, false]);
});

test('a key has a name and at least one scope, each once', () => {
  expect(createApiKeyBody.safeParse(body).success).toBe(true);
  for (const change of [
    { name: ' ' },
    { name: 'a'.repeat(61) },
    { scopes: [] },
    { scopes: ['live', 'live'] },
    { scopes: ['admin'] },
    { cameraIds: [] },
  ])
    expect(createApiKeyBody.safeParse({ ...body, ...change }).success).toBe(false);
});
