import { X509Certificate } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { makePrivateKey } from '../../adapters/acme/private-key.ts';
import { makeFolder } from '../../kernel/settings/data-folder.ts';
import type { Certificate } from '../../media/rtsp-server/rtsp-certificate.ts';

/** How it went with the authority so far. Times are Unix milliseconds. */
export interface AcmeState {
  /** Directory of the authority that issued the stored certificate; null before the first. */
  readonly issuer: string | null;
  /** Failed attempts since the last certificate. */
  readonly failures: number;
  /** When the last attempt ended; 0 before the first. */
  readonly lastAttempt: number;
  /** No attempt is made before. */
  readonly nextAttempt: number;
  /** Why the last attempt failed; null when it did not. */
  readonly problem: string | null;
}

/** What the server keeps for its authority: files in `DATA_DIR/keys`, readable by the owner only. */
export interface AcmeStore {
  /** Reads the key of the account, and makes one at the first call. */
  loadAccountKey(): Promise<string>;
  /** Null where there is none that can be used: the next one replaces it. */
  readCertificate(): Promise<Certificate | null>;
  writeCertificate(certificate: Certificate): Promise<void>;
  readState(): Promise<AcmeState>;
  writeState(state: AcmeState): Promise<void>;
}

const newState: AcmeState = { issuer: null, failures: 0, lastAttempt: 0, nextAttempt: 0, problem: null };
const stateSchema: z.ZodType<AcmeState> = z.object({
  issuer: z.string().nullable(),
  failures: z.int().min(0),
  lastAttempt: z.number(),
  nextAttempt: z.number(),
  problem: z.string().nullable(),
});
const keyStart = '-----BEGIN PRIVATE KEY-----';

export function createAcmeStore(dataDir: string): AcmeStore {
  const folder = join(dataDir, 'keys');
  const accountFile = join(folder, 'acme-account.pem');
  // One file, so that a crash never leaves the key of one certificate beside another.
  const certificateFile = join(folder, 'acme-certificate.pem');
  const stateFile = join(folder, 'acme-state.json');

  const write = async (file: string, text: string): Promise<void> => {
    await makeFolder(folder);
    await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  };
  return {
    loadAccountKey: async () => {
      const known = await readIfThere(accountFile);
      if (known !== null) return known;
      const key = makePrivateKey();
      await write(accountFile, key);
      return key;
    },
    readCertificate: async () => {
      const text = await readIfThere(certificateFile);
      return text === null ? null : parseCertificate(text);
    },
    writeCertificate: ({ cert, key }) => write(certificateFile, `${cert.trim()}\n${key}`),
    readState: async () => {
      const text = await readIfThere(stateFile);
      return text === null ? newState : parseState(text);
    },
    writeState: (state) => write(stateFile, `${JSON.stringify(state)}\n`),
  };
}

/** Whom a certificate is for, and when. Times are Unix milliseconds. */
export function describeCertificate({ cert }: Pick<Certificate, 'cert'>): {
  readonly domains: readonly string[];
  readonly validFrom: number;
  readonly validTo: number;
} {
  const { subjectAltName = '', validFrom, validTo } = new X509Certificate(cert);
  const domains = subjectAltName
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length));
  return { domains, validFrom: Date.parse(validFrom), validTo: Date.parse(validTo) };
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

function parseCertificate(text: string): Certificate | null {
  const start = text.indexOf(keyStart);
  const certificate = { cert: text.slice(0, start), key: text.slice(start) };
  try {
    createSecureContext(certificate);
    describeCertificate(certificate);
    return certificate;
  } catch {
    return null;
  }
}

/** A damaged file means no more than that the authority is asked early. */
function parseState(text: string): AcmeState {
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    return newState;
  }
}
