import { expect, test } from 'vitest';
import { findSlowRun } from '../../../../tooling/lib/long-runs.ts';
import { dnsServers, isDynamic, routerOf, signalOf, wirelessName } from '../settings/settings-network-text.ts';
import { createSteppingClock } from '../testing/stepping-clock.ts';
import { createCommands } from './commands.ts';

test.each<[string, string, (text: string) => unknown]>([
  [
    'a command of the server',
    '{"type": "command", "id": "a", "name": "camera.x", "parameters": {"a": [1, "\\u0041"]}}',
    (text) =>
      createCommands(
        { handlers: [], clock: createSteppingClock().clock, answer: () => undefined, onProblem: () => undefined },
        new AbortController().signal,
      ).receive(text),
  ],
  ['the routes of the system', 'eth0\t00000000\t0100A8C0\t0003\n', (text) => routerOf(text, 'eth0')],
  ['its radios', ' wlan0: 0000   54.  -56.  -256\n', (text) => signalOf(text, 'wlan0')],
  ['its name servers', '# x\n nameserver  192.168.0.1\n', dnsServers],
  ['its wireless network', 'Connected to 00:11:22:33:44:55\n\n\tSSID: Home & Garden\n\tfreq: 2437\n', wirelessName],
  ['its addresses', '[{"addr_info": [{"local": "10.0.0.1", "dynamic": true}]}]', (text) => isDynamic(text, '10.0.0.1')],
])(
  'R15: one character 250,000 times, anywhere in %s',
  (_, seed, parse) => {
    expect(findSlowRun(seed, parse)).toBeNull();
  },
  60_000,
);
