import { asObject, textOf } from './notifications-firebase-http.ts';

/** Specification 1, section 9. */
export const pendingTimeout = 10_000;
/** An auth token with less than this left is renewed. */
export const renewBefore: number = 60 * 60_000;

/** The token that speaks for an installation. */
export type AuthToken =
  | { readonly status: 'none' }
  | { readonly status: 'pending'; readonly since: number }
  /** `createdAt` Unix milliseconds, `lifetime` milliseconds. */
  | { readonly status: 'ready'; readonly token: string; readonly createdAt: number; readonly lifetime: number };

/** A browser that Firebase knows, or is about to. Shared by all tabs: whoever finds it pending waits for the one that asked. */
export type Installation =
  | { readonly status: 'not-registered'; readonly fid: string }
  | { readonly status: 'pending'; readonly fid: string; readonly since: number }
  | { readonly status: 'registered'; readonly fid: string; readonly refreshToken: string; readonly authToken: AuthToken };

export type RegisteredInstallation = Extract<Installation, { status: 'registered' }>;

/** 22 characters of base64url that begin with the bits 0111, as Firebase demands. */
export function createFid(bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(17))): string {
  const [first = 0, ...rest] = bytes;
  const text = btoa(String.fromCharCode(0b0111_0000 | (first & 0b1111), ...rest));
  return text.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22);
}

/** Null for anything that these functions have not written. */
export function readInstallation(value: unknown): Installation | null {
  const entry = asObject(value);
  const fid = textOf(entry, 'fid');
  if (!/^[cdef][\w-]{21}$/.test(fid)) return null;
  const { status, since } = entry;
  if (status === 'pending' && typeof since === 'number') return { status, fid, since };
  if (status === 'registered' && textOf(entry, 'refreshToken')) return { status, fid, refreshToken: textOf(entry, 'refreshToken'), authToken: readAuthToken(entry['authToken']) };
  return { status: 'not-registered', fid };
}

function readAuthToken(value: unknown): AuthToken {
  const entry = asObject(value);
  const { status, since, createdAt, lifetime } = entry;
  if (status === 'pending' && typeof since === 'number') return { status, since };
  if (status === 'ready' && typeof createdAt === 'number' && typeof lifetime === 'number' && textOf(entry, 'token')) return { status, token: textOf(entry, 'token'), createdAt, lifetime };
  return { status: 'none' };
}

/** Somebody asked so long ago that no answer will come: that tab is gone. A start in the future is no start either. */
export function isOverdue({ since }: { readonly since: number }, now: number): boolean {
  return now > since + pendingTimeout || now < since;
}

/** Good for at least another hour. A token from the future means that the clock was set back: it is not trusted. */
export function isFresh(token: AuthToken, now: number): token is Extract<AuthToken, { status: 'ready' }> {
  return token.status === 'ready' && now >= token.createdAt && token.createdAt + token.lifetime >= now + renewBefore;
}

/** "604800s" in milliseconds. */
export function readLifetime(expiresIn: string): number {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(expiresIn) ?? [];
  return seconds === undefined ? 0 : Number(seconds) * 1000;
}
