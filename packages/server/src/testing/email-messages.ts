import PostalMime, { type Email } from 'postal-mime';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the e-mail messages sent to an address, oldest first.
 * @param dataDir of a server that writes its mail to the outbox
 */
export async function readEmailMessages(dataDir: string, email: string): Promise<Email[]> {
  const directory = join(dataDir, 'outbox');
  const names = await readdir(directory).catch(() => []);
  const own = names.filter((name) => name.endsWith(`-${email}.eml`)).sort();
  return Promise.all(own.map(async (name) => PostalMime.parse(await readFile(join(directory, name)))));
}
