import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registrationStatement, serialNumberOf } from '@watchpost/contract/protocols/device-key';
import type { AgentSource } from '@watchpost/contract/schemas/add-camera';

/** The camera's permanent identity: its serial number derives from its key, so that no other device can register under it. */
export interface DeviceKey {
  readonly serialNumber: string;
  /** Proves to the server that this camera itself uses the token. */
  prove(registrationToken: string): NonNullable<AgentSource['proof']>;
}

/**
 * Loads the camera's key, created at its first start: `NAME.key` (PKCS #8, PEM), readable only by this user. A manufacturer may
 * install one and print its serial number on the label.
 * @throws {TypeError} for a file without such a key
 */
export async function loadDeviceKey(folder: string, name: string): Promise<DeviceKey> {
  const file = join(folder, `${name}.key`);
  const pem = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (pem !== null) return deviceKeyOf(readKey(pem, file));
  const { privateKey } = generateKeyPairSync('ed25519');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return deviceKeyOf(privateKey);
}

function readKey(pem: string, file: string): KeyObject {
  let key: KeyObject | null = null;
  try {
    key = createPrivateKey(pem);
  } catch {
    key = null;
  }
  // A new key would be another camera.
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new TypeError(
      `${file} is damaged: it must hold an Ed25519 private key (PEM). Restore it, or delete it to become another camera.`,
    );
  return key;
}

function deviceKeyOf(privateKey: KeyObject): DeviceKey {
  const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
  const serialNumber = serialNumberOf(createHash('sha256').update(publicKey).digest());
  return {
    serialNumber,
    prove: (registrationToken) => ({
      publicKey: publicKey.toString('base64url'),
      signature: sign(null, Buffer.from(registrationStatement(serialNumber, registrationToken)), privateKey).toString('base64url'),
    }),
  };
}
