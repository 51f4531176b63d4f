import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createProxyWatch, describeUnlistedProxy, isAboutProxy, type ProxyWatch, type UnlistedProxy } from './unlisted-proxy.ts';

function watch(trustedProxies: readonly string[] = [], publicOrigin: string | null = null) {
  const reported: UnlistedProxy[] = [];
  const created = createProxyWatch({ trustedProxies, publicOrigin }, (proxy) => void reported.push(proxy));
  return { watch: created, reported };
}

function see(seen: ProxyWatch, peer: string, headers: IncomingHttpHeaders, clientAddress = peer): void {
  // Only the address of the socket is read.
  seen.see({ headers, socket: Object.assign(Object.create(null), { remoteAddress: peer }) }, clientAddress);
}

describe('a proxy is missing in the settings', () => {
  test.each<[string, readonly string[], string, IncomingHttpHeaders, string, UnlistedProxy]>([
    [
      'X-Forwarded-For',
      [],
      '172.18.0.2',
      { 'x-forwarded-for': '203.0.113.7' },
      '172.18.0.2',
      { address: '172.18.0.2', reason: 'untrusted' },
    ],
    ['Forwarded', [], '::1', { forwarded: 'for=203.0.113.7' }, '::1', { address: '::1', reason: 'untrusted' }],
    ['X-Real-IP', [], '::ffff:10.0.0.3', { 'x-real-ip': '203.0.113.7' }, '::ffff:10.0.0.3', { address: '10.0.0.3', reason: 'untrusted' }],
    [
      'another one is named',
      ['10.0.0.1'],
      '10.0.0.2',
      { 'x-forwarded-for': '203.0.113.7' },
      '10.0.0.2',
      { address: '10.0.0.2', reason: 'untrusted' },
    ],
    [
      'a second one behind the trusted',
      ['loopback'],
      '127.0.0.1',
      { 'x-forwarded-for': '203.0.113.7, 172.18.0.9' },
      '172.18.0.9',
      { address: '172.18.0.9', reason: 'untrusted' },
    ],
    [
      'trusted, but only Forwarded',
      ['loopback'],
      '127.0.0.1',
      { forwarded: 'for=1.2.3.4' },
      '127.0.0.1',
      { address: '127.0.0.1', reason: 'unnamed' },
    ],
  ])('%s', (_, trusted, peer, headers, clientAddress, expected) => {
    const { watch: seen, reported } = watch(trusted);
    see(seen, peer, headers, clientAddress);
    expect(seen.found).toEqual(expected);
    see(seen, peer, headers, clientAddress);
    expect(reported).toEqual([expected]);
  });

  test('before any request, where the public address shows that there must be one', () => {
    const { watch: seen, reported } = watch([], 'https://cams.example');
    expect(seen.found).toEqual({ address: null, reason: 'untrusted' });
    see(seen, '172.18.0.2', { 'x-forwarded-for': '203.0.113.7' });
    expect(reported.map(({ address }) => address)).toEqual([null, '172.18.0.2']);
  });

  test('a header that a visitor from afar sends does not hide the real one', () => {
    const { watch: seen, reported } = watch();
    see(seen, '198.51.100.9', { 'x-forwarded-for': '1.1.1.1' });
    see(seen, '198.51.100.10', { 'x-forwarded-for': '1.1.1.1' });
    see(seen, '172.18.0.2', { 'x-forwarded-for': '203.0.113.7' });
    see(seen, '172.18.0.3', { 'x-forwarded-for': '203.0.113.7' });
    expect(reported.map(({ address }) => address)).toEqual(['198.51.100.9', '172.18.0.2']);
  });
});

test.each<[string, readonly string[], string, IncomingHttpHeaders, string]>([
  ['a direct request', [], '192.168.1.7', {}, '192.168.1.7'],
  ['a trusted proxy', ['uniquelocal'], '172.18.0.2', { 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
  ['a visitor of the own network behind it', ['loopback'], '127.0.0.1', { 'x-forwarded-for': '192.168.1.7' }, '192.168.1.7'],
  ['a forged header through it', ['loopback'], '127.0.0.1', { 'x-forwarded-for': '1.1.1.1, 203.0.113.7' }, '203.0.113.7'],
])('%s: no finding', (_, trusted, peer, headers, clientAddress) => {
  const { watch: seen } = watch(trusted);
  see(seen, peer, headers, clientAddress);
  expect(seen.found).toBeNull();
});

test('a server with a certificate of its own expects no proxy', () => {
  const tls = { port: 443, files: { certFile: '/cert.pem', keyFile: '/key.pem' }, acme: null };
  const { found } = createProxyWatch({ trustedProxies: [], publicOrigin: 'https://cams.example', tls }, () => undefined);
  expect(found).toBeNull();
});

test('the text names the setting and its value', () => {
  expect(describeUnlistedProxy({ address: '172.18.0.2', reason: 'untrusted' })).toContain('WATCHPOST_TRUSTED_PROXIES=172.18.0.2');
  expect(describeUnlistedProxy({ address: null, reason: 'untrusted' })).toContain('Set WATCHPOST_TRUSTED_PROXIES');
  expect(describeUnlistedProxy({ address: '127.0.0.1', reason: 'unnamed' })).toContain('X-Forwarded-For');
});

test('its sentences are known among others', () => {
  for (const reason of ['untrusted', 'unnamed'] as const)
    for (const address of [null, '172.18.0.2']) expect(isAboutProxy(describeUnlistedProxy({ address, reason }))).toBe(true);
  expect(isAboutProxy('The certificate for cams.example was not renewed: socket hang up')).toBe(false);
});
