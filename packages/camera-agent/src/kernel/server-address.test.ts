import { expect, test } from 'vitest';
import { onServer, toServerAddress } from './server-address.ts';

test.each([
  ['http://localhost:8080', 'http://localhost:8080', 'http://localhost:8080/public/api'],
  ['http://localhost:8080/', 'http://localhost:8080', 'http://localhost:8080/public/api'],
  ['https://example.org/cams', 'https://example.org/cams', 'https://example.org/cams/public/api'],
  ['https://example.org/cams/?a#b', 'https://example.org/cams', 'https://example.org/cams/public/api'],
])('%s is the server %s', (text, server, address) => {
  expect(toServerAddress(text)).toBe(server);
  expect(onServer(text, '/public/api').href).toBe(address);
});
