import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { updateDeviceSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import { adjusted, unadjusted, type Adjustment } from '../sources/adjustment.ts';

/** A camera's settings, saved over its restarts. */
export interface SettingsStore {
  readonly current: Adjustment;
  save(next: Adjustment): Promise<void>;
}

/**
 * @param folder the agent's folder
 * @param name name of the camera's files
 * @param onProblem called with a message when the file can't be read; the camera then uses its defaults
 */
export async function openSettingsStore(folder: string, name: string, onProblem: (problem: string) => void): Promise<SettingsStore> {
  const path = join(folder, 'settings', `${name}.json`);
  let current = await readSettings(path, onProblem);
  return {
    get current() {
      return current;
    },
    save: async (next) => {
      await mkdir(join(folder, 'settings'), { recursive: true, mode: 0o700 });
      await writeFile(`${path}.new`, `${JSON.stringify(next)}\n`, { mode: 0o600 });
      await rename(`${path}.new`, path);
      current = next;
    },
  };
}

async function readSettings(path: string, onProblem: (problem: string) => void): Promise<Adjustment> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return unadjusted;
  try {
    // A time zone that was never chosen is null.
    const kept: unknown = JSON.parse(text, (_, value: unknown) => value ?? undefined);
    return adjusted(unadjusted, updateDeviceSettingsBody.parse(kept));
  } catch {
    onProblem(`${path} can't be read: the camera has its first settings again`);
    return unadjusted;
  }
}
