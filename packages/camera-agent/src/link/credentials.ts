import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What an agent needs to reconnect to its camera on the server. */
export interface Credentials {
  readonly cameraId: string;
  readonly agentToken: string;
  /** SHA-256 of the proof that the server sends when the camera is removed; cameras of older versions have none. */
  readonly removalHash?: string | undefined;
  /** Origin of the server, if a code named it; otherwise each start names it. */
  readonly serverUrl?: string | undefined;
}

const suffix = '.json';

/** Saves credentials atomically, readable only by this user (0600). */
export async function saveCredentials(folder: string, name: string, credentials: Credentials): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name + suffix);
  await writeFile(`${path}.new`, `${JSON.stringify(credentials)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Loads all saved credentials by name; skips unreadable files and passes their names to `onUnreadable`. */
export async function loadCredentials(folder: string, onUnreadable: (file: string) => void): Promise<Map<string, Credentials>> {
  const saved = new Map<string, Credentials>();
  for (const file of await readdir(folder).catch(() => [])) {
    if (!file.endsWith(suffix)) continue;
    const credentials = parseCredentials(await readFile(join(folder, file), 'utf8'));
    if (credentials) saved.set(file.slice(0, -suffix.length), credentials);
    else onUnreadable(file);
  }
  return saved;
}

/** Deletes the credentials of a removed camera. */
export async function removeCredentials(folder: string, name: string): Promise<void> {
  await rm(join(folder, name + suffix), { force: true });
}

function parseCredentials(text: string): Credentials | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('cameraId' in value) || !('agentToken' in value)) return null;
    const { cameraId, agentToken } = value;
    if (typeof cameraId !== 'string' || typeof agentToken !== 'string') return null;
    return {
      cameraId,
      agentToken,
      ...('removalHash' in value && typeof value.removalHash === 'string' && { removalHash: value.removalHash }),
      ...('serverUrl' in value && typeof value.serverUrl === 'string' && { serverUrl: value.serverUrl }),
    };
  } catch {
    return null;
  }
}
