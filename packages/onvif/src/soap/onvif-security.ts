import { createHash } from 'node:crypto';
import { escapeXml } from './onvif-xml.ts';

const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const utility = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const profile = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0';
const encoding = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary';

export interface UsernameToken {
  readonly username: string;
  readonly password: string;
  /** Used only once. */
  readonly nonce: Uint8Array;
  /** By the camera's own clock, Unix milliseconds. */
  readonly at: number;
}

/** Returns the WS-Security header with a digest of the password; the password itself is never sent. */
export function securityHeader({ username, password, nonce, at }: UsernameToken): string {
  // Whole seconds, because some cameras parse nothing else.
  const created = new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64');
  return (
    `<wsse:Security s:mustUnderstand="1" xmlns:wsse="${security}" xmlns:wsu="${utility}"><wsse:UsernameToken>` +
    `<wsse:Username>${escapeXml(username)}</wsse:Username>` +
    `<wsse:Password Type="${profile}#PasswordDigest">${digest}</wsse:Password>` +
    `<wsse:Nonce EncodingType="${encoding}">${Buffer.from(nonce).toString('base64')}</wsse:Nonce>` +
    `<wsu:Created>${created}</wsu:Created></wsse:UsernameToken></wsse:Security>`
  );
}
