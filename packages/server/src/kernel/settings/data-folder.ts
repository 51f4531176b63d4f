import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';
import { ConfigError } from '../config.ts';

/** A network disk may never answer, ms. */
const limitMs = 3000;

/**
 * Creates the data folder if missing, and checks that it is writable.
 * @throws {ConfigError} why it can't be used
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = systemClock.after(limitMs, () =>
    reject(new Error(`its disk has not answered for ${limitMs / 1000} s. Look at what is mounted there`)),
  );
  try {
    await Promise.race([prepare(dataDir), late]);
  } catch (error) {
    throw new ConfigError(`The data folder ${dataDir} can't be used: ${reasonOf(error)}, or name another folder with DATA_DIR.`);
  } finally {
    cancel();
  }
}

async function prepare(folder: string): Promise<void> {
  await makeFolder(folder);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Creates a folder and its parents, one by one: Node's own `recursive` never ends where a parent can't contain folders, as in /proc. */
export async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return null;
  });
  if (found?.isDirectory()) return;
  if (found) throw new Error('it is a file. Move the file away');
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

function reasonOf(error: unknown): string {
  switch (codeOf(error)) {
    case 'EISDIR':
      return 'it is a folder. Move the folder away';
    case 'ENOTDIR':
      return 'a part of its path is a file. Move the file away';
    case 'EROFS':
      return 'its disk is mounted read-only. Mount it for writing';
    case 'EACCES':
    case 'EPERM':
      return `this user (uid ${process.getuid?.() ?? 'unknown'}) may not write there. Give the folder to this user`;
    case 'ENOENT':
      return 'no folder can be made there. Make it yourself';
    case 'ENOSPC':
      return 'its disk is full. Make room';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** Explains an unusable file in the folder: it belongs to another user, or its disk has changed. Null for any other error. */
export function explainFileError(error: unknown): string | null {
  const isKnown = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '');
  return isKnown && error instanceof Error && 'path' in error ? `${String(error.path)} can't be used: ${reasonOf(error)}.` : null;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
