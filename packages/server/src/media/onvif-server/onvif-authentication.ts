import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';
import { childrenOf, type XmlElement } from '@watchpost/onvif/messages';
import { sameText } from '../../kernel/tokens.ts';
import { isDigestOf, parseDigest } from '../rtsp-server/rtsp-digest.ts';
import { createReplayMemory } from './onvif-replay-memory.ts';

/** What a request says about who sends it. */
export interface OnvifCredentials {
  readonly method: string;
  /** Path and query of the request line. */
  readonly target: string;
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** The headers of the SOAP envelope. */
  readonly header: readonly XmlElement[];
}

/** `absent`: nothing was proven. `stale`: the password is right, but the proof is old or was used before. */
type OnvifIdentity = { readonly kind: 'user'; readonly username: string } | { readonly kind: 'absent' | 'stale' | 'wrong' };

/** Checks passwords: by a WS-Security user name token with a digest, or by HTTP Digest, as ONVIF devices do. Neither sends the password. */
export interface OnvifAuthentication {
  /** @param expected the only user that counts; null for any */
  identify(credentials: OnvifCredentials, expected: string | null): Promise<OnvifIdentity>;
  /** Returns the WWW-Authenticate header of a refusal. */
  challenge(isStale: boolean): string;
}

export interface OnvifAuthenticationDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Returns the password of a user; null for an unknown user. */
  readonly passwordOf: (username: string) => Promise<string | null>;
}

/** How far the clock of a recorder can be off, and how long a challenge is valid. */
const maxAgeMs = 300_000;
const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-';

interface Proof {
  readonly username: string;
  /** What is the same only in a request that is sent again. */
  readonly once: string;
  /** Unix ms; NaN is never valid. */
  readonly madeAt: number;
  isOf(password: string): boolean;
}

export function createOnvifAuthentication({ clock, passwordOf }: OnvifAuthenticationDeps): OnvifAuthentication {
  const key = randomBytes(32);
  const memory = createReplayMemory(clock);
  /** A challenge contains its time: nothing is kept for a client that only asks. */
  const sign = (text: string): string => `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;

  const readHttpDigest = ({ authorization, method, target }: OnvifCredentials): Proof | null => {
    const digest = parseDigest(authorization);
    if (!digest || pathOf(digest.uri) !== target) return null;
    const [time = '', random = ''] = digest.nonce.split('.');
    const isOurs = sameText(digest.nonce, sign(`${time}.${random}`));
    return {
      username: digest.username,
      // Without a count, a challenge can be answered once.
      once: `http ${digest.nonce} ${digest.qop ? Number.parseInt(digest.count.slice(0, 8), 16) : ''}`,
      madeAt: isOurs ? Number(time) : Number.NaN,
      isOf: (password) => isDigestOf(digest, password, method),
    };
  };

  const check = async ({ username, once, madeAt, isOf }: Proof, expected: string | null): Promise<OnvifIdentity> => {
    const password = expected === null || expected === username ? await passwordOf(username) : null;
    if (password === null || !isOf(password)) return { kind: 'wrong' };
    const isRecent = Math.abs(clock.now() - madeAt) <= maxAgeMs;
    return isRecent && memory.use(username, once, madeAt + maxAgeMs) ? { kind: 'user', username } : { kind: 'stale' };
  };

  return {
    identify: async (credentials, expected) => {
      let identity: OnvifIdentity = { kind: 'absent' };
      // A client that was challenged sends both.
      for (const proof of [readHttpDigest(credentials), readUsernameToken(credentials.header)]) {
        if (!proof || identity.kind === 'user') continue;
        const next = await check(proof, expected);
        if (next.kind === 'user' || identity.kind !== 'stale') identity = next;
      }
      return identity;
    },
    challenge: (isStale) => {
      const nonce = sign(`${clock.now()}.${randomBytes(9).toString('base64url')}`);
      return `Digest realm="Watchpost", qop="auth", algorithm=MD5, nonce="${nonce}"${isStale ? ', stale=true' : ''}`;
    },
  };
}

/** Reads a user name token (WSS UsernameToken Profile 1.0). What it has as password is taken for a digest: a readable one is never right. */
function readUsernameToken(header: readonly XmlElement[]): Proof | null {
  const block = header.find(({ name, namespace }) => name === 'Security' && namespace.startsWith(security));
  const [token] = childrenOf(block, 'UsernameToken', security);
  const part = (name: string): XmlElement | undefined => childrenOf(token, name, security)[0];
  const [username, password, nonce, created] = ['Username', 'Password', 'Nonce', 'Created'].map(part);
  if (!username || !password || !nonce || !created || nonce.text.length > 200) return null;
  const bytes = Buffer.from(nonce.text, 'base64');
  return {
    username: username.text,
    once: `token ${bytes.toString('base64')}`,
    madeAt: bytes.length > 0 ? parseCreated(created.text) : Number.NaN,
    isOf: (secret) => sameText(password.text, createHash('sha1').update(bytes).update(created.text).update(secret).digest('base64')),
  };
}

/** Returns Unix ms; NaN for anything but a time of XML Schema. Without a time zone it is UTC. */
function parseCreated(text: string): number {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,12}))?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!match) return Number.NaN;
  const [, seconds = '', fraction = '', zone = 'Z'] = match;
  return Date.parse(`${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`);
}

/** A client may repeat the whole address instead of its path. */
function pathOf(uri: string): string {
  return /^https?:\/\/[^/]{1,300}(\/.*)$/.exec(uri)?.[1] ?? uri;
}
