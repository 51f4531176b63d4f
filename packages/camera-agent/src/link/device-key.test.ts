import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceSerialPattern, registrationStatement, serialNumberOf } from '@watchpost/contract/protocols/device-key';
import { expect, onTestFinished, test } from 'vitest';
import { loadDeviceKey } from './device-key.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-agent-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'agents');
}

test('a camera keeps its identity over restarts, and no two share one', async () => {
  const folder = await makeFolder();
  const { serialNumber } = await loadDeviceKey(folder, 'street');
  expect(serialNumber).toMatch(deviceSerialPattern);
  expect((await loadDeviceKey(folder, 'street')).serialNumber).toBe(serialNumber);
  expect((await loadDeviceKey(folder, 'porch')).serialNumber).not.toBe(serialNumber);
  expect((await stat(join(folder, 'street.key'))).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(['porch.key', 'street.key']);
});

test('the proof covers the serial number and one token', async () => {
  const { serialNumber, prove } = await loadDeviceKey(await makeFolder(), 'street');
  const { publicKey, signature } = prove('token-1');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  const isSigned = (token: string): boolean =>
    verify(null, Buffer.from(registrationStatement(serialNumber, token)), key, Buffer.from(signature, 'base64url'));
  expect([isSigned('token-1'), isSigned('token-2')]).toEqual([true, false]);
  expect(serialNumberOf(createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest())).toBe(serialNumber);
});

test('a damaged key is never replaced silently', async () => {
  const folder = await makeFolder();
  await loadDeviceKey(folder, 'street');
  await writeFile(join(folder, 'street.key'), 'nonsense');
  await expect(loadDeviceKey(folder, 'street')).rejects.toThrow(/is damaged/);
});
