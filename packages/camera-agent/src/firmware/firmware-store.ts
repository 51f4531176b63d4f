import { execFile } from 'node:child_process';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { firmwareVersionSchema } from '@watchpost/contract/schemas/firmware';

/** The active update, if any, besides the version that was installed by hand. */
interface CurrentFirmware {
  readonly version: string;
  /** A version on trial: unless it reaches the server, it is removed. */
  readonly isTrial: boolean;
}

/** The versions that a camera was updated to, in a separate folder. */
export interface FirmwareStore {
  current(): Promise<CurrentFirmware | null>;
  /** Path of a version's program. */
  entryOf(version: string): string;
  /** Path of a package during its download. */
  readonly download: string;
  /**
   * Unpacks a verified package without touching the running version.
   * @throws {Error} when the package does not contain an agent of this version
   */
  unpack(version: string): Promise<void>;
  /** Schedules a version for trial from the next start on. */
  tryOut(version: string): Promise<void>;
  /** Keeps the version on trial: it has reached the server. */
  keep(): Promise<void>;
  /** Returns to the version before the trial. */
  rollBack(): Promise<void>;
}

interface Stored extends CurrentFirmware {
  /** The version before the trial, if that was an update too. */
  readonly before: string | null;
}
const program = ['dist', 'cli', 'main.js'];

/** @param folder contains only this camera's firmware */
export function createFirmwareStore(folder: string): FirmwareStore {
  const pointer = join(folder, 'current.json');
  const versionFolder = (version: string): string => join(folder, `version-${version}`);
  const entryOf = (version: string): string => join(versionFolder(version), ...program);
  const read = async (): Promise<Stored | null> => {
    try {
      const known = readStored(JSON.parse(await readFile(pointer, 'utf8')));
      await access(entryOf(known.version));
      return known;
    } catch {
      // No state, or none that is usable.
      return null;
    }
  };
  const write = async (next: Stored): Promise<void> => {
    await writeFile(`${pointer}.new`, JSON.stringify(next), { mode: 0o600, flush: true });
    await rename(`${pointer}.new`, pointer);
  };
  const clean = async (kept: readonly (string | null)[]): Promise<void> => {
    const names = new Set(kept.map((version) => `version-${version}`));
    for (const name of await readdir(folder))
      if (name.startsWith('version-') && !names.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  };

  return {
    download: join(folder, 'package.tar.gz'),
    current: async () => {
      const known = await read();
      return known && { version: known.version, isTrial: known.isTrial };
    },
    entryOf,
    unpack: async (version) => {
      const fresh = join(folder, 'unpacking');
      await rm(fresh, { recursive: true, force: true });
      await mkdir(fresh, { recursive: true, mode: 0o700 });
      await promisify(execFile)('tar', ['-xzf', join(folder, 'package.tar.gz'), '-C', fresh, '--no-same-owner', '--no-same-permissions']);
      await access(join(fresh, ...program));
      const { version: inside }: { version?: unknown } = JSON.parse(await readFile(join(fresh, 'package.json'), 'utf8'));
      if (inside !== version) throw new Error(`The package holds version ${String(inside)}, not ${version}.`);
      await rm(versionFolder(version), { recursive: true, force: true });
      await rename(fresh, versionFolder(version));
      await rm(join(folder, 'package.tar.gz'), { force: true });
    },
    tryOut: async (version) => {
      const known = await read();
      const before = known?.isTrial === false ? known.version : (known?.before ?? null);
      await write({ version, isTrial: true, before });
    },
    keep: async () => {
      const known = await read();
      if (!known?.isTrial) return;
      await write({ ...known, isTrial: false, before: null });
      await clean([known.version]);
    },
    rollBack: async () => {
      const known = await read();
      const before = known?.before ?? null;
      if (before === null) await rm(pointer, { force: true });
      else await write({ version: before, isTrial: false, before: null });
      await clean([before]);
    },
  };
}

/** @throws {Error} for content that this program did not write */
function readStored(value: unknown): Stored {
  const { version, isTrial, before }: Readonly<Record<string, unknown>> = { ...(typeof value === 'object' ? value : null) };
  return {
    version: firmwareVersionSchema.parse(version),
    isTrial: isTrial === true,
    before: before === null ? null : firmwareVersionSchema.parse(before),
  };
}
