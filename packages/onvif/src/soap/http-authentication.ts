import { createHash } from 'node:crypto';

/** Hashes of HTTP Digest that are supported. */
export type DigestAlgorithm = 'MD5' | 'SHA-256' | 'SHA-512-256';

/** A server's question for a password, from `WWW-Authenticate`. */
export interface Challenge {
  readonly scheme: 'basic' | 'digest';
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  readonly algorithm: DigestAlgorithm;
  /** The algorithm's name as the camera wrote it; null if it wrote none. */
  readonly algorithmName: string | null;
  readonly isSession: boolean;
  readonly qop: 'auth' | null;
  /** Only the nonce is too old: the credentials were correct. */
  readonly stale: boolean;
}

/** Names of the hashes, from the weakest on. */
const hashNames: Readonly<Record<DigestAlgorithm, string>> = { MD5: 'md5', 'SHA-512-256': 'sha512-256', 'SHA-256': 'sha256' };
const algorithms = Object.keys(hashNames);
const strength = ({ scheme, algorithm }: Challenge): number => (scheme === 'basic' ? -1 : algorithms.indexOf(algorithm));

/** Selects the strongest challenge that both peers support; null without one. */
export function pickChallenge(values: readonly string[]): Challenge | null {
  return rankChallenges(values)[0] ?? null;
}

/**
 * Returns the challenges that both peers support, the strongest first: some devices offer algorithms that they get wrong. Basic is only
 * among them without a digest, because it discloses the password.
 */
export function rankChallenges(values: readonly string[]): Challenge[] {
  const known = values
    .flatMap(splitChallenges)
    .map(readChallenge)
    .filter((challenge) => challenge !== null);
  const ranked = known.toSorted((a, b) => strength(b) - strength(a));
  return ranked.filter(({ scheme }) => scheme === 'digest' || ranked[0]?.scheme === 'basic');
}

/** One header may contain several challenges: a new one starts where a scheme name precedes a parameter. */
function splitChallenges(value: string): string[] {
  return value.slice(0, 4096).split(/,\s*(?=(?:Basic|Digest)\s)/i);
}

function isKnown(algorithm: string): algorithm is DigestAlgorithm {
  return algorithms.includes(algorithm);
}

function readChallenge(text: string): Challenge | null {
  const scheme = /^\s*(basic|digest)\b/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== 'basic' && scheme !== 'digest') return null;
  const parameters = new Map<string, string>();
  for (const match of text.matchAll(/(?<![\w-])([\w-]{1,40})\s{0,8}=\s{0,8}(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)) {
    parameters.set((match[1] ?? '').toLowerCase(), match[2]?.replaceAll(/\\(.)/g, '$1') ?? match[3] ?? '');
  }
  const algorithmName = parameters.get('algorithm') ?? null;
  const algorithm = (algorithmName ?? 'MD5').toUpperCase();
  const isSession = algorithm.endsWith('-SESS');
  const base = isSession ? algorithm.slice(0, -5) : algorithm;
  if (!isKnown(base)) return null;
  const qops = parameters
    .get('qop')
    ?.split(',')
    .map((name) => name.trim().toLowerCase());
  // We don't support auth-int alone.
  if (qops && qops.length > 0 && qops[0] !== '' && !qops.includes('auth')) return null;
  return {
    scheme,
    realm: parameters.get('realm') ?? '',
    nonce: parameters.get('nonce') ?? '',
    opaque: parameters.get('opaque') ?? null,
    algorithm: base,
    algorithmName,
    isSession,
    qop: qops?.includes('auth') ? 'auth' : null,
    stale: parameters.get('stale')?.toLowerCase() === 'true',
  };
}

/** What the answer to a challenge is made from. */
export interface AuthorizationInput {
  readonly challenge: Challenge;
  readonly username: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  /** How often this nonce has been used, from 1. */
  readonly count: number;
  readonly clientNonce: string;
}

/**
 * Returns the Authorization header for one request (RFC 7617, RFC 7616), to be written as latin1: a character for each byte, as headers are
 * read. What a camera wrote in whatever encoding goes back as it was, and user names are UTF-8.
 */
export function authorizationHeader(input: AuthorizationInput): string {
  const { challenge, method, uri, count, clientNonce } = input;
  if (challenge.scheme === 'basic') return `Basic ${Buffer.from(`${input.username}:${input.password}`).toString('base64')}`;
  const [username, password] = [bytesOf(input.username), bytesOf(input.password)];
  const hash = (text: string): string => createHash(hashNames[challenge.algorithm]).update(text, 'latin1').digest('hex');
  const secret = hash(`${username}:${challenge.realm}:${password}`);
  const ha1 = challenge.isSession ? hash(`${secret}:${challenge.nonce}:${clientNonce}`) : secret;
  const ha2 = hash(`${method}:${uri}`);
  const nc = count.toString(16).padStart(8, '0');
  const response = challenge.qop
    ? hash(`${ha1}:${challenge.nonce}:${nc}:${clientNonce}:auth:${ha2}`)
    : hash(`${ha1}:${challenge.nonce}:${ha2}`);
  const parts = [
    `username="${quote(username)}"`,
    `realm="${quote(challenge.realm)}"`,
    `nonce="${quote(challenge.nonce)}"`,
    `uri="${uri}"`,
    `response="${response}"`,
  ];
  if (challenge.algorithmName !== null) parts.push(`algorithm=${challenge.algorithmName.replaceAll(/[^\w-]/g, '')}`);
  if (challenge.opaque !== null) parts.push(`opaque="${quote(challenge.opaque)}"`);
  if (challenge.qop) parts.push('qop=auth', `nc=${nc}`, `cnonce="${clientNonce}"`);
  else if (challenge.isSession) parts.push(`cnonce="${clientNonce}"`);
  return `Digest ${parts.join(', ')}`;
}

/** A character for each byte of a text in UTF-8. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function quote(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a control character would end the header
  return text.replaceAll(/[\u0000-\u001f\u007f]/g, '').replaceAll(/(["\\])/g, '\\$1');
}
