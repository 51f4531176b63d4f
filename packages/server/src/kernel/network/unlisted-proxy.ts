import type { IncomingMessage } from 'node:http';
import { createAddressList } from './address-list.ts';
import { namedRanges } from './client-address.ts';
import type { TlsSettings } from './tls-settings.ts';

/** A reverse proxy that makes all its visitors look like one client, because a setting is missing here or there. */
export interface UnlistedProxy {
  /** Address of the proxy; null when only the settings show that there is one. */
  readonly address: string | null;
  /** `untrusted`: WATCHPOST_TRUSTED_PROXIES doesn't name it · `unnamed`: it is trusted, but doesn't say for whom it asks. */
  readonly reason: 'untrusted' | 'unnamed';
}

export interface ProxyWatch {
  /** Looks at a request. @param clientAddress whom the limits count for it */
  see(request: Pick<IncomingMessage, 'headers' | 'socket'>, clientAddress: string): void;
  /** What has been found since the start; null for nothing. */
  readonly found: UnlistedProxy | null;
}

const isNearby = createAddressList(Object.values(namedRanges).flat());

/**
 * Notices proxies that the settings don't name.
 * @param onFound called once; and again when a proxy nearby is found after a distant one, which may only pretend
 */
export function createProxyWatch(
  {
    trustedProxies,
    publicOrigin,
    tls = null,
  }: { readonly trustedProxies: readonly string[]; readonly publicOrigin: string | null; readonly tls?: TlsSettings | null },
  onFound: (proxy: UnlistedProxy) => void,
): ProxyWatch {
  const isTrusted = createAddressList(trustedProxies.flatMap((entry) => namedRanges[entry] ?? [entry]));
  // Without a certificate of its own, this server doesn't speak TLS.
  const isExpected = tls === null && trustedProxies.length === 0 && publicOrigin !== null && publicOrigin.startsWith('https:');
  let found: UnlistedProxy | null = isExpected ? { address: null, reason: 'untrusted' } : null;
  if (found) onFound(found);

  return {
    get found() {
      return found;
    },
    see: ({ headers, socket }, clientAddress) => {
      const forwarded = headers['x-forwarded-for'];
      const isForwarded = forwarded !== undefined || headers['forwarded'] !== undefined || headers['x-real-ip'] !== undefined;
      if (!isForwarded || isNearby(found?.address ?? '')) return;
      const peer = socket.remoteAddress ?? '';
      const proxy = findProxy({ peer, clientAddress, hops: forwarded === undefined ? 0 : [forwarded].flat().join(',').split(',').length });
      // Anybody can send such a header: one from afar is believed only until there is a better one.
      const isKnown = found !== null && found.address !== null;
      if (!proxy || (isKnown && !isNearby(proxy.address ?? ''))) return;
      found = proxy;
      onFound(proxy);
    },
  };

  function findProxy({ peer, clientAddress, hops }: { peer: string; clientAddress: string; hops: number }): UnlistedProxy | null {
    if (!isTrusted(peer)) return { address: plain(peer), reason: 'untrusted' };
    if (hops === 0) return { address: plain(peer), reason: 'unnamed' };
    // Behind a trusted proxy is another: its address, where a visitor's belongs. Visitors on the internet can only forge what is before them.
    const isInner = hops > 1 && isNearby(clientAddress) && !isTrusted(clientAddress);
    return isInner ? { address: plain(clientAddress), reason: 'untrusted' } : null;
  }
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d)/i, '');
}

/** Whether a sentence is one of {@link describeUnlistedProxy}. */
export function isAboutProxy(sentence: string): boolean {
  return sentence.includes('WATCHPOST_TRUSTED_PROXIES') || sentence.includes('X-Forwarded-For');
}

/** What is the matter, why it matters, and what to do. */
export function describeUnlistedProxy({ address, reason }: UnlistedProxy): string {
  const why = 'so all its visitors count as one, and one of them can lock out the others';
  if (address === null)
    return `WATCHPOST_PUBLIC_ORIGIN is https, so a reverse proxy is in front, but WATCHPOST_TRUSTED_PROXIES names none: all its visitors count as one, and one of them can lock out the others. Set WATCHPOST_TRUSTED_PROXIES to its address.`;
  if (reason === 'unnamed')
    return `The reverse proxy at ${address} does not say for whom it asks in X-Forwarded-For, ${why}. Let it send that header (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).`;
  return `Requests from ${address} are forwarded for others, but WATCHPOST_TRUSTED_PROXIES does not name it, ${why}. If it is your reverse proxy, set WATCHPOST_TRUSTED_PROXIES=${address} (several with commas).`;
}
