import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What an agent needs to come back to its camera on the server. */
export interface Credentials {
  readonly cameraId: string;
  readonly agentToken: string;
  /** Origin of the server, where a code named it; otherwise it is said at each start. */
  readonly serverUrl?: string | undefined;
}

const suffix = '.json';

/** Saves credentials so that only this user can read them (0600), and never half. */
export async function saveCredentials(folder: string, name: string, credentials: Credentials): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name + suffix);
  await writeFile(`${path}.new`, `${JSON.stringify(credentials)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** All saved credentials by name; what can't be read is left out, and named to `onUnreadable`. */
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

/** Forgets credentials that the server does not know any more. */
export async function removeCredentials(folder: string, name: string): Promise<void> {
  await rm(join(folder, name + suffix), { force: true });
}

function parseCredentials(text: string): Credentials | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('cameraId' in value) || !('agentToken' in value)) return null;
    const { cameraId, agentToken } = value;
    if (typeof cameraId !== 'string' || typeof agentToken !== 'string') return null;
    return 'serverUrl' in value && typeof value.serverUrl === 'string' ? { cameraId, agentToken, serverUrl: value.serverUrl } : { cameraId, agentToken };
  } catch {
    return null;
  }
}
