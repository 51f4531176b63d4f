import { spawn } from 'node:child_process';
import { compareVersions } from '@watchpost/contract/schemas/firmware';
import type { Clock } from '../kernel/clock.ts';
import type { FirmwareStore } from './firmware-store.ts';

/** Exit code of a version that wants the next one started. */
export const restartExitCode = 4;
/** Tells a version that somebody starts the next one. */
export const supervisedVariable = 'WATCHPOST_AGENT_SUPERVISED';

export interface SupervisorDeps {
  readonly store: FirmwareStore;
  /** What was installed by hand, and its version. */
  readonly ownEntry: string;
  readonly ownVersion: string;
  /** Of the command line. */
  readonly parameters: readonly string[];
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** A version that was not kept within so long does not work, ms. */
export const trialTime = 120_000;

/**
 * Runs the newest version there is, and the one before when a new one ends, or does not reach the server.
 * @returns its exit code, null when a signal ended it
 */
export async function superviseFirmware({ store, ownEntry, ownVersion, parameters, clock, log, signal }: SupervisorDeps): Promise<number | null> {
  for (;;) {
    const current = await store.current();
    // Who installs a newer one by hand means that.
    const isUpdated = current !== null && compareVersions(current.version, ownVersion) > 0;
    const over = new AbortController();
    const running = runVersion(isUpdated ? store.entryOf(current.version) : ownEntry, parameters, AbortSignal.any([signal, over.signal]));
    if (isUpdated && current.isTrial) {
      const watching = clock.wait(trialTime, AbortSignal.any([signal, over.signal])).then(async () => {
        if (!over.signal.aborted && !signal.aborted && (await store.current())?.isTrial === true) over.abort();
      });
      const code = await running;
      over.abort();
      await watching;
      const isKept = (await store.current())?.isTrial !== true;
      if (signal.aborted || (isKept && code !== restartExitCode)) return code;
      if (isKept) continue;
      log(`Version ${current.version} did not reach the server: the one before runs again.`);
      await store.rollBack();
      continue;
    }
    const code = await running;
    if (code !== restartExitCode || signal.aborted) return code;
  }
}

/** Until it ends; told to end as this program is. */
function runVersion(entry: string, parameters: readonly string[], signal: AbortSignal): Promise<number | null> {
  const child = spawn(process.execPath, [entry, ...parameters], { stdio: 'inherit', env: { ...process.env, [supervisedVariable]: '1' } });
  const end = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  return new Promise((resolve) => {
    const settle = (code: number | null): void => {
      signal.removeEventListener('abort', end);
      resolve(code);
    };
    child.once('exit', settle);
    child.once('error', () => settle(1));
    if (signal.aborted) end();
  });
}
