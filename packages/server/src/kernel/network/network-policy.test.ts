import { expect, test } from 'vitest';
import { createNetworkPolicy } from './network-policy.ts';

const policy = (options: Partial<Parameters<typeof createNetworkPolicy>[0]> = {}) =>
  createNetworkPolicy({ allowPrivate: true, allowLoopback: false, ownAddresses: () => ['192.168.1.2'], ...options });

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:7f00:1',
  '0.0.0.0',
  '::',
  '169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  '100.100.100.200',
  '224.0.0.1',
  '255.255.255.255',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '192.168.1.2',
  'nonsense',
  '',
])('%s is forbidden', (address) => expect(policy().isAllowed(address)).toBe(false));
test.each(['192.168.1.10', '10.0.0.1', '172.20.3.4', '100.64.1.1', 'fd12::1', '8.8.8.8', '2a00:1450::1'])('%s is allowed', (address) =>
  expect(policy().isAllowed(address)).toBe(true),
);
test('private ranges can be disabled, loopback enabled', () => {
  expect(policy({ allowPrivate: false }).isAllowed('192.168.1.10')).toBe(false);
  expect(policy({ allowPrivate: false }).isAllowed('8.8.8.8')).toBe(true);
  expect(policy({ allowLoopback: true }).isAllowed('127.0.0.1')).toBe(true);
});
test('a name is resolved once; one forbidden address among its addresses is enough to refuse it', async () => {
  const lookup =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address }));
  expect(await policy({ lookup: lookup('10.0.0.5') }).resolve('cam.example')).toBe('10.0.0.5');
  expect(await policy({ lookup: lookup('::ffff:10.0.0.5', '2a00:1450::1') }).resolveAll('cam.example')).toEqual([
    '10.0.0.5',
    '2a00:1450::1',
  ]);
  await expect(policy({ lookup: lookup('2a00:1450::1', '::1') }).resolveAll('cam.example')).rejects.toMatchObject({
    code: 'camera-address-loopback',
  });
  await expect(policy({ lookup: lookup('10.0.0.5', '127.0.0.1') }).resolve('cam.example')).rejects.toMatchObject({
    code: 'camera-address-loopback',
  });
  await expect(policy({ lookup: lookup() }).resolve('cam.example')).rejects.toMatchObject({ code: 'camera-host-unknown' });
  await expect(policy().resolve('[::1]')).rejects.toMatchObject({ code: 'camera-address-loopback' });
  await expect(policy().resolve('192.168.1.2')).rejects.toMatchObject({ code: 'camera-address-loopback' });
  await expect(policy({ allowPrivate: false }).resolve('192.168.1.3')).rejects.toMatchObject({ code: 'camera-address-forbidden' });
  for (const host of ['127.0.0.1', '192.168.1.2'])
    await expect(policy({ hidesLoopback: true }).resolve(host)).rejects.toMatchObject({ code: 'camera-address-forbidden' });
  // In any notation of a URL: 127.1, 2130706433, 0x7f.1
  for (const host of ['localhost', '127.0.0.1'])
    await expect(policy().resolve(host)).rejects.toMatchObject({ code: 'camera-address-loopback' });
});
