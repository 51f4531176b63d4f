import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['::FFFF:203.0.113.5', '203.0.113.5'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('two IPv6 addresses count as one exactly when their first 64 bits are equal, in any notation', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const half = fc.array(group, { minLength: 4, maxLength: 4 });
  const write = (groups: readonly number[]) => groups.map((one) => one.toString(16)).join(':');
  // The browser's own parser shortens runs of zeros.
  const shorten = (text: string) => new URL(`http://[${text}]/`).hostname.slice(1, -1);
  fc.assert(
    fc.property(half, half, half, (network, one, other) => {
      expect(networkOf(shorten(write([...network, ...one])))).toBe(networkOf(write([...network, ...other])));
      expect(networkOf(write([...network, ...one])) === networkOf(write([...other, ...one]))).toBe(write(network) === write(other));
    }),
  );
});
