import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts data that must be stored but never shown: the credentials of cameras. AES-256-GCM. */
export interface Seal {
  /**
   * Encrypts a text.
   * @param context the owner of the text, such as a camera id: it decrypts only with the same context
   */
  close(text: string, context: string): string;
  /** Decrypts a text. @throws {Error} when it was changed, belongs to another context or was encrypted with another key */
  open(sealed: string, context: string): string;
}

/**
 * Creates a seal.
 * @param key 32 bytes
 */
export function createSeal(key: Uint8Array): Seal {
  return {
    close: (text, context) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ['v1', nonce.toString('base64url'), cipher.getAuthTag().toString('base64url'), body.toString('base64url')].join('.');
    },
    open: (sealed, context) => {
      const [version, nonce, tag, body] = sealed.split('.');
      if (version !== 'v1' || nonce === undefined || tag === undefined || body === undefined)
        throw new Error('This is not a sealed text of version 1.');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
        .setAAD(Buffer.from(context))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}
