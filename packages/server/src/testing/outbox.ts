import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the newest code that was mailed to an address, or null.
 * @param dataDir of the server
 */
export async function readCode(dataDir: string, email: string): Promise<string | null> {
  const directory = join(dataDir, 'outbox');
  const names = await readdir(directory).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(`-${email.replaceAll(/[^\w.+@-]/g, '_')}.eml`))
    .sort()
    .at(-1);
  if (newest === undefined) return null;
  const emailMessage = await readFile(join(directory, newest), 'utf8');
  return /^Subject: .*?(\d{6})/m.exec(emailMessage)?.[1] ?? null;
}
