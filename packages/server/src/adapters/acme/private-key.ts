import { generateKeyPairSync } from 'node:crypto';

/** Makes a private key on P-256, which every authority and every browser takes. @returns PEM, PKCS #8 */
export function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return privateKey;
}
