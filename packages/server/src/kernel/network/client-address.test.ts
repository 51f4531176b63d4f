import Fastify from 'fastify';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAddressList } from './address-list.ts';
import { createClientAddress } from './client-address.ts';

describe('a list of addresses', () => {
  const isListed = createAddressList(['203.0.113.4', '198.51.100.7/24', '2001:db8::/32', '::1']);
  test.each([
    ['203.0.113.4', true],
    ['203.0.113.5', false],
    // The bits of the host in a range don't matter.
    ['198.51.100.255', true],
    ['198.51.99.255', false],
    ['::ffff:203.0.113.4', true],
    ['2001:DB8:1::7', true],
    ['2001:db9::1', false],
    ['fe80::1%eth0', false],
    ['::1', true],
    ['', false],
    ['nonsense', false],
  ])('%s: %s', (address, expected) => expect(isListed(address)).toBe(expected));

  test('has nothing without entries, and accepts nothing else', () => {
    expect(createAddressList([])('127.0.0.1')).toBe(false);
    expect(() => createAddressList(['example.com'])).toThrow(TypeError);
  });
});

describe.each([
  ['no proxy', []],
  ['a proxy here', ['127.0.0.1']],
  ['several', ['loopback', '10.0.0.0/8', '203.0.113.9']],
])('the address of a client behind %s is the same for a WebSocket as for any request', (_, trusted) => {
  const addressOf = createClientAddress(trusted);
  const app = Fastify({ trustProxy: trusted.length > 0 ? trusted : false });
  app.get('/', (request) => ({ http: request.ip, socket: addressOf(request.raw) }));
  beforeAll(async () => void (await app.listen({ host: '127.0.0.1', port: 0 })));
  afterAll(() => app.close());

  test.each(['', '198.51.100.1', '198.51.100.1, 10.1.2.3', '10.1.2.3,203.0.113.9', ' 1.1.1.1 , 198.51.100.2, 203.0.113.9', '2001:db8::1'])(
    'forwarded for "%s"',
    async (forwarded) => {
      const body = await new Promise<string>((resolve, reject) => {
        const { port } = new URL(app.listeningOrigin);
        const request = httpRequest({ host: '127.0.0.1', port, headers: forwarded === '' ? {} : { 'x-forwarded-for': forwarded } });
        request.on('error', reject).on('response', (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
        });
        request.end();
      });
      const { http, socket }: { http: string; socket: string } = JSON.parse(body);
      expect(socket).toBe(http);
    },
  );
});
