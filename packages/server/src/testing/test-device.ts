import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { registrationStatement, serialNumberOf } from '@watchpost/contract/protocols/device-key';
import type { AgentSource } from '@watchpost/contract/schemas/add-camera';

/** A camera with its own key. */
export interface TestDevice {
  readonly serialNumber: string;
  /** Returns the source with which it registers itself by a token. */
  source(registrationToken: string, more?: Pick<AgentSource, 'model' | 'timeZone'>): AgentSource;
}

export function createTestDevice(): TestDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const serialNumber = serialNumberOf(createHash('sha256').update(raw).digest());
  return {
    serialNumber,
    source: (registrationToken, more = {}) => ({
      kind: 'agent',
      serialNumber,
      proof: {
        publicKey: raw.toString('base64url'),
        signature: sign(null, Buffer.from(registrationStatement(serialNumber, registrationToken)), privateKey).toString('base64url'),
      },
      ...more,
    }),
  };
}
