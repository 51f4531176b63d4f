import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process that holds a data folder. */
interface Holder {
  readonly pid: number;
  /** Distinguishes a process from a later one with the same pid; null where the system can't. */
  readonly startedAt: string | null;
}

/** Another process uses the folder. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/**
 * Locks the data folder for this process. A lock whose process no longer exists (killed, or a restarted container) is taken over.
 * @returns a function that releases the lock
 * @throws {LockedError} when another process holds it
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'watchpost.lock');
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) };
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!isCode(error, 'EEXIST') || attempt > 2) throw error;
    }
    const holder = readHolder(file);
    if (holder && isRunning(holder)) {
      throw new LockedError(
        `Another Watchpost (process ${holder.pid}) is using ${dataDir}. ` +
          'Two servers on one data folder would damage it. Stop the other one, or give this one its own folder with DATA_DIR.',
      );
    }
    rmSync(file, { force: true });
  }
}

/** Returns the process that holds the folder, or null. */
export function lockHolder(dataDir: string): number | null {
  const holder = readHolder(join(dataDir, 'watchpost.lock'));
  return holder && isRunning(holder) ? holder.pid : null;
}

function readHolder(file: string): Holder | null {
  try {
    const { pid, startedAt }: Partial<Holder> = JSON.parse(readFileSync(file, 'utf8'));
    return typeof pid === 'number' ? { pid, startedAt: startedAt ?? null } : null;
  } catch {
    // Unreadable or truncated by a kill: no process completed it.
    return null;
  }
}

function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
  }
  return startedAt === null || startOf(pid) === startedAt;
}

/** Returns when a process started, in the system's ticks since boot, with the boot's own id. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces, so fields are counted after it; the start time is the 22nd of all.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? null : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch {
    return null;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
