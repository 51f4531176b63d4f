import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** Signs data that must be verifiable outside the server (Ed25519, RFC 8032). */
export interface Signer {
  /** Raw public key, base64. */
  readonly publicKey: string;
  /** Signs the value as canonical JSON; base64. */
  sign(value: unknown): string;
}

/** DER prefix of a raw key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Creates a signer.
 * @param seed 32 secret bytes: the same seed yields the same key pair
 */
export function createSigner(seed: Uint8Array): Signer {
  const privateKey = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length).toString('base64');
  return { publicKey, sign: (value) => sign(null, Buffer.from(canonicalJson(value)), privateKey).toString('base64') };
}

/**
 * Verifies a signature.
 * @param publicKey raw, base64; an invalid key verifies nothing
 */
export function isSignedBy(publicKey: string, value: unknown, signature: string): boolean {
  const raw = Buffer.from(publicKey, 'base64');
  if (raw.length !== 32) return false;
  const key: KeyObject = createPublicKey({ key: Buffer.concat([publicPrefix, raw]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(canonicalJson(value)), key, Buffer.from(signature, 'base64'));
}

/** Serializes to canonical JSON (RFC 8785): names sorted, no spaces. Numbers are integers here. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
