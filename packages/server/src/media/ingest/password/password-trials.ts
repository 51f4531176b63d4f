import type { Clock } from '@watchpost/contract/timing/clock';
import type { PasswordMemory } from './password-memory.ts';
import { createPasswordTrial, type PasswordTrial } from './password-trial.ts';

/** The trials of all cameras: channels of a recorder share one, because they share its account. */
export interface PasswordTrials {
  /** @param account the device, the user and the password; null if the source needs none */
  begin(cameraId: string, account: string | null): PasswordTrial;
  /**
   * Returns the trial of a camera's substream. It is apart, because pictures of the main stream prove nothing about it: cameras answer 401
   * where they have too many sessions. While the main stream is refused, only that one tries.
   */
  ofSubstream(cameraId: string): PasswordTrial;
  end(cameraId: string): void;
}

interface Account {
  readonly main: PasswordTrial;
  readonly substreams: PasswordTrial;
}

export function createPasswordTrials(
  clock: Pick<Clock, 'monotonic' | 'now'>,
  memory?: Pick<PasswordMemory, 'recall' | 'remember'>,
): PasswordTrials {
  const keys = new Map<string, string>();
  const accounts = new Map<string, Account>();

  const create = (key: string): Account => {
    const main = createPasswordTrial(clock, (refusals) => {
      for (const [id, used] of keys) if (used === key) memory?.remember(id, refusals);
    });
    return { main, substreams: behind(main, createPasswordTrial(clock)) };
  };
  return {
    begin: (cameraId, account) => {
      if (account === null) return createPasswordTrial(clock);
      const known = accounts.get(account) ?? create(account);
      keys.set(cameraId, account);
      accounts.set(account, known);
      const refusals = memory?.recall(cameraId);
      if (refusals) known.main.recall(refusals);
      return known.main;
    },
    ofSubstream: (cameraId) => accounts.get(keys.get(cameraId) ?? '')?.substreams ?? createPasswordTrial(clock),
    end: (cameraId) => {
      const key = keys.get(cameraId);
      keys.delete(cameraId);
      if (key !== undefined && ![...keys.values()].includes(key)) accounts.delete(key);
    },
  };
}

/** Waits while another trial is refused. */
function behind(main: PasswordTrial, own: PasswordTrial): PasswordTrial {
  return { ...own, begin: () => main.refusal() ?? own.begin() };
}
