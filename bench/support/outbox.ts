import { mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Returns the codes of a server without SMTP as they are written, however many are pending. */
export interface Outbox {
  /** Waits for the code for this address; each is returned once. */
  code(email: string): Promise<string>;
  close(): void;
}

export function watchOutbox(dataDir: string): Outbox {
  const folder = join(dataDir, 'outbox');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = new Set<string>(readdirSync(folder));
  const codes = new Map<string, string>();
  const waiting = new Map<string, (code: string) => void>();
  const take = (name: string): void => {
    if (known.has(name) || !name.endsWith('.eml')) return;
    const message = readFileSync(join(folder, name), 'utf8');
    const [, email] = /^To: (\S+)/m.exec(message) ?? [];
    const [, code] = /^Subject:.*?(\d{6})/m.exec(message) ?? [];
    // The file is still being written: another event follows.
    if (email === undefined || code === undefined) return;
    known.add(name);
    const waits = waiting.get(email);
    waiting.delete(email);
    if (waits) waits(code);
    else codes.set(email, code);
  };
  const watcher = watch(folder, (_event, name) => {
    if (name !== null) take(name);
  });
  return {
    code: (email) =>
      new Promise((resolve) => {
        const there = codes.get(email);
        codes.delete(email);
        if (there === undefined) waiting.set(email, resolve);
        else resolve(there);
      }),
    close: () => watcher.close(),
  };
}
