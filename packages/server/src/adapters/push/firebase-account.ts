import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../../kernel/config.ts';

/** The credentials with which the server signs in to Google. */
export interface ServiceAccount {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly keyId: string;
  /** The endpoint that exchanges an assertion for an access token. */
  readonly tokenUri: string;
}

const fileSchema = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  private_key_id: z.string().min(1),
  private_key: z.string().startsWith('-----BEGIN'),
  client_email: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
});

/**
 * Reads the key file of a service account as Google's console exports it.
 * @param projectId of the web configuration: a browser's tokens work only in their own project
 * @throws {ConfigError}
 */
export function loadServiceAccount(file: string, projectId: string): ServiceAccount {
  // If the key itself was passed instead of its path, it must not get into the log.
  if (file.trimStart().startsWith('{'))
    throw new ConfigError('WATCHPOST_FIREBASE_SERVICE_ACCOUNT is the key itself. Save it as a file and give the path of that file.');
  const setting = `WATCHPOST_FIREBASE_SERVICE_ACCOUNT names ${file}`;
  const account = parseAccount(readAccount(file, setting), setting);
  if (account.project_id !== projectId) {
    throw new ConfigError(
      `${setting}, which is of the project ${account.project_id}, but WATCHPOST_FIREBASE_CONFIG is of ${projectId}. Use both from one project.`,
    );
  }
  return {
    projectId,
    clientEmail: account.client_email,
    privateKey: account.private_key,
    keyId: account.private_key_id,
    tokenUri: account.token_uri,
  };
}

function readAccount(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${setting}, which can't be read. Make sure that it exists and that this user may read it.`, { cause: error });
  }
}

function parseAccount(text: string, setting: string): z.output<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    // Without the cause, which would quote the key.
    throw new ConfigError(
      `${setting}, which is not the key of a service account. Make one in the Firebase console: Project settings, Service accounts, Generate new private key.`,
    );
  }
}
