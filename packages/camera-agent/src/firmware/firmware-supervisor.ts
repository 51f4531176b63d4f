import { spawn } from 'node:child_process';
import { compareVersions } from '@watchpost/contract/schemas/firmware';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import type { FirmwareStore } from './firmware-store.ts';

/** Exit code of a version that requests the next one. */
export const restartExitCode = 4;
/** Set for a version that runs under a supervisor, which starts the next one. */
export const supervisedVariable = 'WATCHPOST_AGENT_SUPERVISED';

export interface SupervisorDeps {
  readonly store: FirmwareStore;
  /** The manually installed program and its version. */
  readonly ownEntry: string;
  readonly ownVersion: string;
  /** Arguments of the command line. */
  readonly parameters: readonly string[];
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Ends the supervisor. */
  readonly signal: AbortSignal;
}

/** A version that is not confirmed within this time does not work, ms. */
const trialDurationMs = 120_000;

/**
 * Runs the newest version, and the previous one when a new one ends or does not reach the server.
 * @returns its exit code, null when a signal ended it
 */
export async function superviseFirmware({
  store,
  ownEntry,
  ownVersion,
  parameters,
  clock,
  log,
  signal,
}: SupervisorDeps): Promise<number | null> {
  for (;;) {
    const current = await store.current();
    // A manual install of a newer version takes precedence.
    const isUpdated = current !== null && compareVersions(current.version, ownVersion) > 0;
    const over = new AbortController();
    const running = runVersion(isUpdated ? store.entryOf(current.version) : ownEntry, parameters, AbortSignal.any([signal, over.signal]));
    if (isUpdated && current.isTrial) {
      const watching = wait(clock, trialDurationMs, AbortSignal.any([signal, over.signal])).then(async () => {
        if (!over.signal.aborted && !signal.aborted && (await store.current())?.isTrial === true) over.abort();
      });
      const code = await running;
      over.abort();
      await watching;
      const isKept = (await store.current())?.isTrial !== true;
      if (signal.aborted || (isKept && code !== restartExitCode)) return code;
      if (isKept) continue;
      log(`Version ${current.version} did not reach the server: reverting to the previous one.`);
      await store.rollBack();
      continue;
    }
    const code = await running;
    if (code !== restartExitCode || signal.aborted) return code;
  }
}

/** Runs a version until it ends; forwards termination signals to it. */
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
