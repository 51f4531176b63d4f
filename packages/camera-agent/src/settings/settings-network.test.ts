import { networkInterfaceSchema } from '@watchpost/contract/schemas/camera-settings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNetwork, type NetworkDeps } from './settings-network.ts';
import { dnsServers, isDynamic, routerOf, signalOf, wirelessName } from './settings-network-text.ts';

/** Output of a Raspberry Pi with Ethernet and Wi-Fi. */
const files: Readonly<Record<string, string>> = {
  '/proc/net/route':
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\nwlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\nwlan0\t0001A8C0\t00000000\t0001\t0\t0\t600\t00FFFFFF\n',
  '/proc/net/wireless':
    'Inter-| sta-|   Quality        |   Discarded packets\n face | tus | link level noise |  nwid  crypt   frag  retry   misc\n wlan0: 0000   54.  -56.  -256        0      0      0      0    184        0\n',
  '/etc/resolv.conf': '# made by systemd\nnameserver 127.0.0.53\noptions edns0\n',
  '/run/systemd/resolve/resolv.conf': 'nameserver 192.168.1.1\nnameserver 9.9.9.9\nnameserver fe80::1\n',
};
const programs: Readonly<Record<string, string>> = {
  'ip -j addr show dev wlan0':
    '[{},{"ifname":"wlan0","addr_info":[{"family":"inet","local":"192.168.1.30","prefixlen":24,"dynamic":true}]}]',
  'ip -j addr show dev eth0': '[{"addr_info":[{"local":"10.0.0.5"}]}]',
  'iw dev wlan0 link': 'Connected to 00:11:22:33:44:55 (on wlan0)\n\tSSID: Home & Garden\n\tfreq: 2437\n',
};
const address = (ip: string, over: object = {}) => ({
  address: ip,
  netmask: '255.255.255.0',
  cidr: `${ip}/24`,
  mac: 'b8:27:eb:00:00:01',
  family: 'IPv4' as const,
  internal: false,
  ...over,
});
const pi: NetworkDeps = {
  interfaces: () => ({
    lo: [address('127.0.0.1', { internal: true })],
    eth0: [address('10.0.0.5')],
    wlan0: [{ ...address('fe80::2'), family: 'IPv6', scopeid: 3, cidr: 'fe80::2/64' }, address('192.168.1.30')],
  }),
  read: async (path) => files[path] ?? Promise.reject(new Error(path)),
  run: async (program, parameters) => programs[[program, ...parameters].join(' ')] ?? Promise.reject(new Error(program)),
};

test('lists Ethernet and Wi-Fi, the default route first', async () => {
  expect(await readNetwork(pi)).toEqual([
    {
      type: 'wireless',
      name: 'wlan0',
      mac: 'b8:27:eb:00:00:01',
      essid: 'Home & Garden',
      signal: 0.57,
      isActive: true,
      ipMode: 'dhcp',
      ip: '192.168.1.30',
      mask: '255.255.255.0',
      prefixLength: 24,
      gateway: '192.168.1.1',
      primaryDns: '192.168.1.1',
      secondaryDns: '9.9.9.9',
    },
    {
      type: 'ethernet',
      name: 'eth0',
      mac: 'b8:27:eb:00:00:01',
      essid: null,
      signal: null,
      isActive: true,
      ipMode: 'static',
      ip: '10.0.0.5',
      mask: '255.255.255.0',
      prefixLength: 24,
      gateway: null,
      primaryDns: '192.168.1.1',
      secondaryDns: '9.9.9.9',
    },
  ]);
});

test('reports only addresses when nothing else is known', async () => {
  const nothing = (): Promise<string> => Promise.reject(new Error('none'));
  const [one] = await readNetwork({ interfaces: () => ({ en0: [address('10.0.0.7')] }), read: nothing, run: nothing });
  expect(one).toMatchObject({ type: 'ethernet', ip: '10.0.0.7', ipMode: null, gateway: null, primaryDns: null, essid: null, signal: null });
});

test('describes this computer as the contract defines it', async () => {
  for (const one of await readNetwork()) expect(networkInterfaceSchema.parse(one)).toEqual(one);
});

test('signal strengths of all drivers are in range; malformed texts of any kind are read without an error', () => {
  const radio = (level: string): number | null => signalOf(` wlan0: 0000   54.  ${level}  -256`, 'wlan0');
  expect(['-30.', '-20.', '-90.', '-100.', '70.', '200.'].map(radio)).toEqual([1, 1, 0, 0, 0.7, 1]);
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      for (const read of [
        () => routerOf(text, 'wlan0'),
        () => signalOf(text, 'wlan0'),
        () => dnsServers(text),
        () => wirelessName(text),
        () => isDynamic(text, '10.0.0.1'),
      ])
        read();
    }),
  );
});
