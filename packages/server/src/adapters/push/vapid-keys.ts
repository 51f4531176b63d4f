import { createECDH, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../kernel/config.ts';

/** The key pair that identifies this server to push services (RFC 8292); base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const fileSchema = z.object({ publicKey: z.string(), privateKey: z.string() });

/**
 * Reads `DATA_DIR/keys/vapid.json`, or creates it on the first start, readable by the owner only. Every subscription is bound to the public
 * key: if the file is lost, every browser must subscribe again.
 * @throws {Error} when the file is damaged
 */
export function loadVapidKeys({ dataDir }: { readonly dataDir: string }): VapidKeys {
  const folder = join(dataDir, 'keys');
  const file = join(folder, 'vapid.json');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Written atomically: a kill between creating and writing would leave an empty file.
    writeFileSync(`${file}.new`, `${JSON.stringify(makeVapidKeys())}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const keys = parseKeys(readFileSync(file, 'utf8'));
  if (!keys)
    throw new ConfigError(
      `${file} is damaged: it must hold a pair of P-256 keys. Restore it from a backup, or delete it: then every browser subscribes again.`,
    );
  return keys;
}

/** Creates a new pair on P-256. */
export function makeVapidKeys(): VapidKeys {
  const { d = '', x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

function parseKeys(text: string): VapidKeys | null {
  try {
    const keys = fileSchema.parse(JSON.parse(text));
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(keys.privateKey, 'base64url'));
    return pair.getPublicKey('base64url') === keys.publicKey ? keys : null;
  } catch {
    return null;
  }
}
