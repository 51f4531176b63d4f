import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { promisify } from 'node:util';
import type { NetworkInterface } from '@watchpost/contract/schemas/camera-settings';
import { dnsServers, isDynamic, maskLength, routerOf, signalOf, wirelessName } from './settings-network-text.ts';

export interface NetworkDeps {
  readonly interfaces: () => Readonly<Partial<Record<string, readonly NetworkInterfaceInfo[]>>>;
  /** @throws when the file does not exist */
  readonly read: (path: string) => Promise<string>;
  /** Returns a program's output. @throws when the program is missing or fails */
  readonly run: (program: string, parameters: readonly string[]) => Promise<string>;
}

const maxInterfaces = 8;
const execute = promisify(execFile);
const ofThisComputer: NetworkDeps = {
  interfaces: networkInterfaces,
  read: (path) => readFile(path, 'utf8'),
  run: async (program, parameters) => (await execute(program, [...parameters], { timeout: 2000 })).stdout,
};

/** Reads the network interfaces of this computer, the default route first. Only Linux reports more than addresses. */
export async function readNetwork({ interfaces, read, run }: NetworkDeps = ofThisComputer): Promise<NetworkInterface[]> {
  const text = (path: string): Promise<string> => read(path).catch(() => '');
  const said = (program: string, ...parameters: string[]): Promise<string> => run(program, parameters).catch(() => '');
  const [routes, radios, resolver] = await Promise.all([text('/proc/net/route'), text('/proc/net/wireless'), text('/etc/resolv.conf')]);
  const servers = dnsServers(resolver);
  // A resolver on this computer only forwards queries.
  const dns = servers.some((server) => !server.startsWith('127.')) ? servers : dnsServers(await text('/run/systemd/resolve/resolv.conf'));

  const describe = async (name: string, addresses: readonly NetworkInterfaceInfo[]): Promise<NetworkInterface[]> => {
    const [address] = [...addresses].filter(({ internal }) => !internal).sort((a, b) => a.family.localeCompare(b.family));
    if (!address) return [];
    const radio = signalOf(radios, name);
    const gateway = routerOf(routes, name);
    const [list, link] = await Promise.all([
      said('ip', '-j', 'addr', 'show', 'dev', name),
      radio === null ? '' : said('iw', 'dev', name, 'link'),
    ]);
    const isDhcp = isDynamic(list, address.address);
    return [
      {
        type: radio === null ? 'ethernet' : 'wireless',
        name,
        mac: address.mac,
        essid: wirelessName(link),
        signal: radio,
        isActive: true,
        ipMode: isDhcp === null ? null : isDhcp ? 'dhcp' : 'static',
        ip: address.address,
        mask: address.netmask,
        prefixLength: maskLength(address.cidr),
        gateway,
        primaryDns: dns[0] ?? null,
        secondaryDns: dns[1] ?? null,
      },
    ];
  };
  const all = await Promise.all(
    Object.entries(interfaces())
      .slice(0, maxInterfaces)
      .map(([name, addresses]) => describe(name, addresses ?? [])),
  );
  return all.flat().sort((a, b) => Number(b.gateway !== null) - Number(a.gateway !== null));
}
