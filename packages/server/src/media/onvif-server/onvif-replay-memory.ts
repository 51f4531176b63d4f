import type { Clock } from '@watchpost/contract/timing/clock';

/** Remembers what proved a password once, so that an attacker who records a request can't send it again. */
export interface ReplayMemory {
  /**
   * Uses a proof.
   * @param expiresAt Unix ms; from then on, the proof is refused for its age
   * @returns false when it was used before, and when a user has more valid proofs than can be remembered
   */
  use(username: string, proof: string, expiresAt: number): boolean;
}

/** Limit of one user: 6 requests a second, each with its own digest, are remembered for five minutes. */
const maxProofs = 2000;

/** @param clock.now Unix ms */
export function createReplayMemory(clock: Pick<Clock, 'now'>): ReplayMemory {
  const users = new Map<string, Map<string, number>>();
  const forget = (proofs: Map<string, number>): void => {
    const now = clock.now();
    for (const [proof, expiresAt] of proofs) if (expiresAt < now) proofs.delete(proof);
  };
  return {
    use: (username, proof, expiresAt) => {
      const proofs = users.get(username) ?? new Map<string, number>();
      if (proofs.has(proof)) return false;
      if (proofs.size >= maxProofs) forget(proofs);
      if (proofs.size >= maxProofs) return false;
      if (!users.has(username)) {
        // Only users whose password was right are here: a new one is rare enough to look through all.
        for (const [other, theirs] of users) {
          forget(theirs);
          if (theirs.size === 0) users.delete(other);
        }
        users.set(username, proofs);
      }
      proofs.set(proof, expiresAt);
      return true;
    },
  };
}
