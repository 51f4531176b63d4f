import { createHash, createPublicKey, verify } from 'node:crypto';
import { registrationStatement, serialNumberOf } from '@watchpost/contract/protocols/device-key';
import type { AgentSource } from '@watchpost/contract/schemas/add-camera';

/**
 * Whether the camera with this serial number approved the use of the token: the number is derived from its key, and the key signed the
 * token.
 */
export function isProven({ serialNumber, proof }: AgentSource, registrationToken: string): boolean {
  if (!proof) return false;
  const fingerprint = createHash('sha256').update(Buffer.from(proof.publicKey, 'base64url')).digest();
  if (serialNumberOf(fingerprint) !== serialNumber) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: proof.publicKey }, format: 'jwk' });
  return verify(null, Buffer.from(registrationStatement(serialNumber, registrationToken)), key, Buffer.from(proof.signature, 'base64url'));
}
