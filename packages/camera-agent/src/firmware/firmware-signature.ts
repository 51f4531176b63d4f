import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { firmwareText, type FirmwareManifest } from '@watchpost/contract/schemas/firmware';

/**
 * Reads the public key that signs this camera's firmware.
 * @param pem `-----BEGIN PUBLIC KEY-----`, Ed25519
 * @throws {TypeError} for anything else
 */
export function readFirmwareKey(pem: string): KeyObject {
  let key: KeyObject | null = null;
  try {
    key = createPublicKey(pem);
  } catch {
    key = null;
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new TypeError(
      'The firmware key is no Ed25519 public key (PEM): make one with openssl genpkey -algorithm ed25519, and openssl pkey -pubout.',
    );
  return key;
}

export function isGenuine(manifest: FirmwareManifest, key: KeyObject): boolean {
  return verify(null, Buffer.from(firmwareText(manifest)), key, Buffer.from(manifest.signature, 'base64url'));
}
