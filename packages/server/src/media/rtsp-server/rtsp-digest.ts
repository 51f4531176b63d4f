import { createHash } from 'node:crypto';
import { sameText } from '../../kernel/tokens.ts';

/** What a client sends to prove that it knows a password (RFC 2617: what RTSP clients speak). */
export interface DigestCredentials {
  readonly username: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly qop: 'auth' | null;
  readonly count: string;
  readonly clientNonce: string;
}

const realm = 'Watchpost';
const maxHeaderLength = 2048;

export function digestChallenge(nonce: string): string {
  return `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5`;
}

/** Parses an Authorization header; null for another scheme, or an incomplete one. */
export function parseDigest(header: string | undefined): DigestCredentials | null {
  if (header === undefined || header.length > maxHeaderLength || !/^digest /i.test(header)) return null;
  const values = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of header.slice(7).matchAll(/([a-z]{1,20})=(?:"([^"]*)"|([^\s,"]+))/gi))
    values.set(name.toLowerCase(), quoted ?? plain);
  const [username, nonce, uri, response] = ['username', 'nonce', 'uri', 'response'].map((name) => values.get(name));
  if (username === undefined || nonce === undefined || uri === undefined || response === undefined) return null;
  const qop = values.get('qop') === 'auth' ? 'auth' : null;
  return { username, nonce, uri, response, qop, count: values.get('nc') ?? '', clientNonce: values.get('cnonce') ?? '' };
}

/** Whether the credentials were computed with this password for this method. */
export function isDigestOf(credentials: DigestCredentials, password: string, method: string): boolean {
  const { username, nonce, uri, response, qop, count, clientNonce } = credentials;
  const secret = md5(`${username}:${realm}:${password}`);
  const request = md5(`${method}:${uri}`);
  const expected = qop ? md5(`${secret}:${nonce}:${count}:${clientNonce}:auth:${request}`) : md5(`${secret}:${nonce}:${request}`);
  return sameText(response.toLowerCase(), expected);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
