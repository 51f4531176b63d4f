import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AppError } from '../app-error.ts';

/** Decides which addresses the server may connect to on behalf of a user: cameras, and push services chosen by browsers. */
export interface NetworkPolicy {
  /**
   * Resolves a host once; the connection then uses exactly this address, so that a second look-up can't change it.
   * @throws {AppError} camera-host-unknown, camera-address-forbidden, camera-address-loopback
   */
  resolve(host: string): Promise<string>;
  /** As `resolve`, but returns all addresses, IPv4 first, for a caller that tries them in turn. At least one; each was checked. */
  resolveAll(host: string): Promise<readonly string[]>;
  /** Applies the same check to a literal address, where the socket opens. */
  isAllowed(address: string): boolean;
}

export interface NetworkPolicyOptions {
  /** Allows 10/8, 172.16/12, 192.168/16, 100.64/10 and fc00::/7: where cameras usually are, and push services never. */
  readonly allowPrivate: boolean;
  /** Allows this machine itself: for tests and cameras on the server only. */
  readonly allowLoopback: boolean;
  /** Refuses this machine like any other address: only an operator can follow the advice of `camera-address-loopback`. */
  readonly hidesLoopback?: boolean;
  readonly lookup?: (host: string) => Promise<readonly { readonly address: string }[]>;
  /** Addresses of this machine; its services must not be reachable through a user's address. */
  readonly ownAddresses?: () => readonly string[];
}

type Range = readonly [network: string, prefix: number];

const loopback: readonly Range[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];
const privateRanges: readonly Range[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['fc00::', 7],
];
/**
 * Ranges that never contain a camera or a push service: this network, link-local with the metadata services of clouds, tests, multicast,
 * reserved, tunnels that hide an IPv4 address.
 */
const never: readonly Range[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['fd00:ec2::254', 128],
  // Metadata services outside the link-local range.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
];

function blockList(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4');
  return list;
}

export function createNetworkPolicy(options: NetworkPolicyOptions): NetworkPolicy {
  const loopbackList = blockList(loopback);
  const privateList = blockList(privateRanges);
  const neverList = blockList(never);
  const ownAddresses = options.ownAddresses ?? localAddresses;
  const find = options.lookup ?? ((host: string) => lookup(host, { all: true, order: 'ipv4first' }));

  const loopbackRefusal = options.hidesLoopback ? 'camera-address-forbidden' : 'camera-address-loopback';

  /** Returns why an address is refused, or null when it is allowed. */
  const refusalOf = (text: string): 'camera-address-forbidden' | 'camera-address-loopback' | null => {
    const address = plainAddress(text);
    const version = isIP(address);
    if (version === 0) return 'camera-address-forbidden';
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (neverList.check(address, family)) return 'camera-address-forbidden';
    if (loopbackList.check(address, family)) return options.allowLoopback ? null : loopbackRefusal;
    if (!options.allowLoopback && ownAddresses().includes(address)) return loopbackRefusal;
    return options.allowPrivate || !privateList.check(address, family) ? null : 'camera-address-forbidden';
  };
  const isAllowed = (text: string): boolean => refusalOf(text) === null;

  const resolveAll = async (host: string): Promise<[string, ...string[]]> => {
    const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
    const found = isIP(bare) !== 0 ? [{ address: bare }] : await find(bare).catch(() => []);
    const [first, ...others] = found.map(({ address }) => address);
    if (first === undefined) throw new AppError('camera-host-unknown');
    // One forbidden address among several indicates rebinding, so all of them must be allowed.
    for (const address of [first, ...others]) {
      const refusal = refusalOf(address);
      if (refusal !== null) throw new AppError(refusal);
    }
    return [plainAddress(first), ...others.map(plainAddress)];
  };
  return { isAllowed, resolveAll, resolve: async (host) => (await resolveAll(host))[0] };
}

/** Normalizes an address: `::ffff:127.0.0.1` and `::ffff:7f00:1` are 127.0.0.1; a zone (`%eth0`) is removed. */
function plainAddress(text: string): string {
  const address = text.split('%', 1)[0] ?? '';
  const mapped = /^(?:0{0,4}:){1,5}:?ffff:(.+)$/i.exec(address)?.[1];
  if (mapped === undefined) return address;
  if (isIP(mapped) === 4) return mapped;
  const [high, low, ...rest] = mapped.split(':').map((part) => Number.parseInt(part, 16));
  if (high === undefined || low === undefined || rest.length > 0 || Number.isNaN(high + low)) return address;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function localAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
}
