import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { systemClock } from '@watchpost/contract/timing/clock';
import { ConfigError } from '../config.ts';

/** Unavailable name servers are retried for a long time, ms. */
const lookupMs = 3000;
const remedy = 'Use 127.0.0.1 for this machine alone, 0.0.0.0 for its networks, or an address that "ip address" shows.';

/** Checks that HOST can be resolved. @throws {ConfigError} when HOST is an unknown name */
export async function checkHost(host: string): Promise<void> {
  if (isIP(host) !== 0) return;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = systemClock.after(lookupMs, () => reject(new Error('late')));
  try {
    await Promise.race([lookup(host), late]);
  } catch {
    throw new ConfigError(`The server can't listen on HOST=${host}: no address is known by this name. ${remedy}`);
  } finally {
    cancel();
  }
}

/**
 * Explains why a port could not be opened, and the remedy; null for any other error.
 * @param setting a setting that chooses another port
 */
export function explainListenError(error: unknown, setting = 'PORT=8081'): string | null {
  if (!isListenError(error)) return null;
  const { code, address, port } = error;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Stop it, or choose another port: ${setting}.`;
  if (code === 'EACCES') return `This user may not open port ${port}. Choose one above 1023: ${setting}.`;
  return `The server can't listen on HOST=${address}: it is no address of this machine (${code}). ${remedy}`;
}

function isListenError(error: unknown): error is Error & { readonly code: string; readonly address: string; readonly port: number } {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen';
}
