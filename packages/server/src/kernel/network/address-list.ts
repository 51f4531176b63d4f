import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Compiles addresses and ranges in CIDR notation, IPv4 and IPv6.
 * @returns whether an address is one of them
 * @throws {TypeError} for anything else
 */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', bits] = entry.split('/');
    const { address, family } = plainAddress(network);
    if (isIP(address) === 0) throw new TypeError(`${entry} is neither an address nor a range.`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    const { address, family } = plainAddress(text);
    return isIP(address) !== 0 && list.check(address, family);
  };
}

/** Returns an address without the IPv6 form of an IPv4 one, and its family. */
function plainAddress(address: string): { readonly address: string; readonly family: 'ipv4' | 'ipv6' } {
  const [zoneless = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(zoneless)?.[1];
  if (mapped !== undefined) return { address: mapped, family: 'ipv4' };
  return { address: zoneless, family: isIPv6(zoneless) ? 'ipv6' : 'ipv4' };
}
