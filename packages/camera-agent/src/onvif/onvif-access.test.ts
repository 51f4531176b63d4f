import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownNetwork, readOnvifFile, readOnvifHost } from './onvif-access.ts';

async function read(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-onvif-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'camera.txt');
  await writeFile(file, text);
  return readOnvifFile(file);
}

test.each([
  ['192.168.1.20\nadmin\nsecret\n', { address: '192.168.1.20', username: 'admin', password: 'secret' }],
  [
    '# the yard\r\n\r\n http://10.0.0.2:8000/onvif \r\n admin \r\n#se cret \r\n',
    { address: 'http://10.0.0.2:8000/onvif', username: 'admin', password: '#se cret ' },
  ],
  ['192.168.1.20\nadmin', { address: '192.168.1.20', username: 'admin', password: '' }],
  ['192.168.1.20\n\n', { address: '192.168.1.20' }],
])('reads the access to a camera from %j', async (text, access) => {
  expect(await read(text)).toEqual(access);
});

test('refuses a file without an address, and a password on the command line', async () => {
  await expect(read('\n# nothing\n')).rejects.toThrow(/no address/);
  expect(() => readOnvifHost('http://admin:secret@192.168.1.20/')).toThrow(/--onvif-file/);
  expect(readOnvifHost('192.168.1.20')).toEqual({ address: '192.168.1.20' });
});

test('resolves a host once, and reports an unknown one', async () => {
  expect(await ownNetwork.resolve('127.0.0.1')).toBe('127.0.0.1');
  expect(await ownNetwork.resolve('[::1]')).toBe('::1');
  await expect(ownNetwork.resolve('no such host')).rejects.toMatchObject({ code: 'camera-host-unknown' });
  expect([ownNetwork.isAllowed('10.0.0.1'), ownNetwork.isAllowed('camera.local')]).toEqual([true, false]);
});
