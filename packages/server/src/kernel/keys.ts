import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

/** The server's own keys, one per use, all derived from one secret. */
export interface ServerKeys {
  readonly tokens: Uint8Array;
  readonly seal: Uint8Array;
  /** Seed of the key pair that signs clips. */
  readonly signing: Uint8Array;
  /** Signs the notifications of the payment sandbox. */
  readonly payments: Uint8Array;
}

/** Paths of all keys in a data folder: for backups, and for checking their permissions. */
export const keyFiles: readonly string[] = ['keys/server.key', 'keys/vapid.json', 'keys/acme-account.pem', 'keys/acme-certificate.pem'];

/**
 * Reads the secret, or creates one on the first start: `DATA_DIR/keys/server.key`, readable by the owner only. Losing it signs all users
 * out and makes the saved camera passwords unreadable.
 */
export function loadKeys(config: { readonly dataDir: string; readonly secret: string | null }): ServerKeys {
  const secret = config.secret === null ? readKeyFile(join(config.dataDir, 'keys')) : Buffer.from(config.secret);
  const derive = (use: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, 'watchpost', use, 32));
  return { tokens: derive('tokens'), seal: derive('seal'), signing: derive('signing'), payments: derive('payments') };
}

function readKeyFile(directory: string): Buffer {
  const file = join(directory, 'server.key');
  if (!existsSync(file)) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  const key = Buffer.from(read(file).trim(), 'base64');
  if (key.length < 32) throw new ConfigError(`${file} is damaged: it must hold 32 bytes in base64. Restore it from a backup.`);
  return key;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${file} can't be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'}), and without it nothing that is sealed can be opened. Give the file to this user, or restore it from a backup.`,
    );
  }
}
