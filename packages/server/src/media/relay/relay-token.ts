import type { Tokens } from '../../kernel/tokens.ts';
import type { StreamQuality } from '../media-types.ts';

/** A stream of a camera, its recordings, its pictures, or its motor. */
type RelaySubject = StreamQuality | 'footage' | 'pictures' | 'ptz';

/** Clocks of nodes differ, and a connection takes a moment, ms. */
const validMs = 10 * 60_000;

/** Signs that a node asks for something of a camera: all nodes have the same secret, and nobody else has it. */
export function signRelayToken(tokens: Pick<Tokens, 'sign'>, cameraId: string, subject: RelaySubject, now: number): string {
  return tokens.sign('relay', `${cameraId} ${subject} ${now}`);
}

/** @param header the Authorization header */
export function isRelayToken(
  tokens: Pick<Tokens, 'verify'>,
  header: string | undefined,
  cameraId: string,
  subject: RelaySubject,
  now: number,
): boolean {
  const payload = header?.startsWith('Bearer ') ? tokens.verify('relay', header.slice('Bearer '.length)) : null;
  const [camera, asked, signedAt] = payload?.split(' ') ?? [];
  return camera === cameraId && asked === subject && Math.abs(now - Number(signedAt)) <= validMs;
}
