import type { IncomingMessage } from 'node:http';
import { createAddressList } from './address-list.ts';

/** Names that Fastify accepts for ranges of trusted proxies. */
export const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Creates a function that returns the address of a client, as Fastify's `request.ip`: for WebSockets, which never become such a request.
 * What a proxy forwards is believed only if the operator trusts that proxy.
 */
export function createClientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = createAddressList(trustedProxies.flatMap((entry) => namedRanges[entry] ?? [entry]));
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',');
    const hops = forwarded
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => hop !== '')
      .toReversed();
    let client = socket.remoteAddress ?? '';
    for (const hop of hops) {
      if (!isTrusted(client)) break;
      client = hop;
    }
    return client;
  };
}
