/** A camera's address in parts, with its credentials apart from it. */
export interface CameraAddress {
  /** Null when none was typed. RTSP over UDP or TCP counts as `rtsp`, over TLS as `rtsps`. */
  readonly scheme: 'rtsp' | 'rtsps' | 'http' | 'https' | null;
  /** A name or an IP address; IPv6 in brackets. */
  readonly host: string;
  readonly port: number | null;
  /** Path and query as typed, without a fragment; may be empty. */
  readonly path: string;
  readonly username: string;
  readonly password: string;
}

export type CameraAddressReading =
  | { readonly kind: 'read'; readonly address: CameraAddress }
  /** @param character that makes the address invalid; null if it is not one alone */
  | { readonly kind: 'invalid'; readonly character: string | null }
  /**
   * It can be read in two ways, and one of them takes a part of the password for a host, which must not reach the name service.
   * @param character that is either part of the password or ends the host
   */
  | { readonly kind: 'ambiguous'; readonly character: string };

const maxLength = 2048;

/** What players and recorders call RTSP over one of its transports; `rtspx` is RTSP over TLS without a check of the certificate. */
const schemes: Readonly<Record<string, CameraAddress['scheme']>> = {
  rtsp: 'rtsp',
  rtspt: 'rtsp',
  rtspu: 'rtsp',
  rtsps: 'rtsps',
  rtspx: 'rtsps',
  http: 'http',
  https: 'https',
};

interface Place {
  readonly host: string;
  readonly port: number | null;
  readonly path: string;
}
interface Candidate extends Place {
  /** What stands before the host's `@`; null without one. */
  readonly user: string | null;
  /** How likely this is meant. */
  readonly rank: number;
}

/**
 * Reads a camera's address as users type and paste it. A password may hold `@`, `/`, `?`, `#` and `:` unescaped, which no URL parser
 * understands: `rtsp://admin:12#34@10.0.0.5/stream` would be a camera called `admin`.
 * @example readCameraAddress('admin:p@ss@10.0.0.5/stream') // { kind: 'read', address: { host: '10.0.0.5', path: '/stream', username: 'admin', password: 'p@ss', … } }
 */
export function readCameraAddress(text: string): CameraAddressReading {
  const trimmed = text.trim();
  const [start = '', name] = /^([a-z][a-z0-9+.-]{0,20}):\/\//i.exec(trimmed) ?? [];
  const scheme = name === undefined ? null : schemes[name.toLowerCase()];
  if (scheme === undefined || trimmed.length > maxLength) return { kind: 'invalid', character: null };
  const rest = trimmed.slice(start.length);
  const candidates = candidatesOf(rest).sort((a, b) => b.rank - a.rank);
  const [best, second] = candidates;
  if (!best) return { kind: 'invalid', character: oddCharacter(rest) };
  if (second?.rank === best.rank) return { kind: 'ambiguous', character: rest[endOfHost(rest)] ?? '@' };
  // oxlint-disable-next-line no-control-regex -- exactly these must not reach a request line
  const odd = /[\u0000-\u0020\u007f\\]/.exec(best.path)?.[0];
  if (odd !== undefined) return { kind: 'invalid', character: odd };
  const user = best.user ?? '';
  const colon = user.indexOf(':');
  return {
    kind: 'read',
    address: {
      scheme,
      host: best.host,
      port: best.port,
      path: scheme === 'rtsps' ? withoutSrtp(best.path) : best.path,
      username: decode(colon < 0 ? user : user.slice(0, colon)),
      password: decode(colon < 0 ? '' : user.slice(colon + 1)),
    },
  };
}

/**
 * Writes an address without its credentials.
 * @example writeCameraAddress({ scheme: 'rtsp', host: '10.0.0.5', port: 554, path: '/stream' }) // 'rtsp://10.0.0.5:554/stream'
 */
export function writeCameraAddress({ scheme, host, port, path }: Pick<CameraAddress, 'scheme' | 'host' | 'port' | 'path'>): string {
  return `${scheme === null ? '' : `${scheme}://`}${host}${port === null ? '' : `:${port}`}${path}`;
}

/** Every possible end of the user information, and none. */
function candidatesOf(rest: string): Candidate[] {
  const end = endOfHost(rest);
  // Ahead of the path only the last @ ends it, as in any URL.
  const inHost = rest.lastIndexOf('@', end - 1);
  const found: Candidate[] = [];
  const plain = inHost < 0 || end === 0 ? placeOf(rest) : null;
  if (plain) found.push({ ...plain, user: null, rank: rankOf(plain.host) - (rest[end] === '/' ? 0 : 1.5) });
  let tried = 0;
  for (let at = end === 0 ? rest.indexOf('@') : inHost < 0 ? rest.indexOf('@') : inHost; at >= 0; at = rest.indexOf('@', at + 1)) {
    const user = rest.slice(0, at);
    // A name holds none of these, only a password does.
    const isUser = !/[/?#]/.test(user.split(':', 1)[0] ?? '');
    const place = isUser ? placeOf(rest.slice(at + 1)) : null;
    if (place) found.push({ ...place, user, rank: rankOf(place.host) });
    // Each attempt reads the rest: a long line of @ must stay cheap.
    tried += 1;
    if (tried > 32) break;
  }
  return found;
}

function endOfHost(rest: string): number {
  const end = rest.search(/[/?#]/);
  return end < 0 ? rest.length : end;
}

/** Null unless a valid host begins here. */
function placeOf(text: string): Place | null {
  const end = endOfHost(text);
  const [, host, digits = ''] =
    /^(\[[\da-f:.]{2,45}(?:%25[\w.-]{1,20})?\]|[\p{L}\p{N}._-]{1,253})(?::(\d{0,5}))?$/iu.exec(text.slice(0, end)) ?? [];
  const port = digits === '' ? null : Number(digits);
  if (host === undefined || port === 0 || (port !== null && port > 65_535)) return null;
  const path = text.slice(end);
  const hash = path.indexOf('#');
  return { host, port, path: hash < 0 ? path : path.slice(0, hash) };
}

/** Cameras are addressed by number, seldom by a name, and hardly ever by a name without a dot. */
function rankOf(host: string): number {
  if (host.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return 3;
  return host.includes('.') || host.toLowerCase() === 'localhost' ? 2 : 1;
}

/** Recorders of UniFi announce it, but play the same stream without a second encryption. */
function withoutSrtp(path: string): string {
  return path.replace(/\?enableSrtp$/i, '');
}

function oddCharacter(rest: string): string | null {
  const host = rest.slice(rest.lastIndexOf('@') + 1);
  return /[^\p{L}\p{N}._:[\]-]/u.exec(host.slice(0, endOfHost(host)))?.[0] ?? null;
}

/** Decodes only what is encoded: a typed `100%` stays. */
function decode(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2}){1,64}/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
