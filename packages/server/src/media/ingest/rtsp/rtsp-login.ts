import { randomBytes } from 'node:crypto';
import { authorizationHeader, rankChallenges, type Challenge } from '@watchpost/onvif/http-authentication';
import { AppError } from '../../../kernel/app-error.ts';
import type { RtspMemory } from './rtsp-memory.ts';
import type { RtspTarget } from './rtsp-url.ts';

/** Answers the challenges of one connection. */
export interface RtspLogin {
  /** Value of the Authorization header; null before the first challenge. */
  header(method: string, uri: string): string | null;
  /** The request was accepted. */
  onAccepted(): void;
  /**
   * The request was refused: selects the challenge for its repetition.
   * @param hasRenewed the request was repeated already because its nonce was too old
   * @param challenges values of WWW-Authenticate
   * @returns whether the nonce was too old
   * @throws {AppError} camera-wrong-password, camera-login-unsupported
   */
  onRefused(challenges: readonly string[], hasRenewed: boolean): boolean;
}

const kindOf = ({ scheme, algorithm, isSession }: Challenge): string => `${scheme} ${algorithm}${isSession ? '-sess' : ''}`;

/**
 * Tries the challenges that a camera offers from the strongest on: some cameras offer algorithms that they get wrong. The one that worked
 * comes first the next time, because refused attempts may lock the account.
 */
export function createRtspLogin({ username, password }: RtspTarget, memory: RtspMemory): RtspLogin {
  let challenge: Challenge | null = null;
  let nonceUses = 0;
  let hasWorked = false;
  const refused = new Set<string>();
  const use = (next: Challenge): void => {
    challenge = next;
    nonceUses = 0;
  };
  return {
    header: (method, uri) => {
      if (!challenge) return null;
      nonceUses += 1;
      const clientNonce = randomBytes(8).toString('hex');
      return authorizationHeader({ challenge, username, password, method, uri, count: nonceUses, clientNonce });
    },
    onAccepted: () => {
      if (!challenge || hasWorked) return;
      hasWorked = true;
      memory.login = kindOf(challenge);
    },
    onRefused: (challenges, hasRenewed) => {
      const offered = rankChallenges(challenges);
      if (offered.length === 0 && challenges.length > 0)
        throw new AppError('camera-login-unsupported', { message: `The camera offers: ${challenges.map(nameOf).join(', ')}.` });
      if (username === '') throw new AppError('camera-wrong-password');
      const used = challenge;
      const renewed = used && offered.find((one) => kindOf(one) === kindOf(used));
      if (used && renewed && !hasRenewed && (renewed.stale || (hasWorked && renewed.nonce !== used.nonce))) {
        use(renewed);
        return true;
      }
      if (used) refused.add(kindOf(used));
      const left = offered.filter((one) => !refused.has(kindOf(one)));
      const next = left.find((one) => kindOf(one) === memory.login) ?? left[0];
      if (!next) throw new AppError('camera-wrong-password');
      use(next);
      return false;
    },
  };
}

/** Scheme and algorithm of a challenge that nobody here knows, without what else is in it. */
function nameOf(challenge: string): string {
  const scheme = /^\s*([\w-]{1,20})/.exec(challenge)?.[1] ?? '?';
  const algorithm = /algorithm\s?=\s?"?([\w-]{1,30})/i.exec(challenge)?.[1];
  return algorithm === undefined ? scheme : `${scheme} ${algorithm}`;
}
