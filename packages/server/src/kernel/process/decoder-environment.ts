import { getCompileCacheDir } from 'node:module';

/**
 * Returns the environment of a process that decodes or encodes: where compiled code is kept, and nothing else, because the server's own
 * may contain secrets. From the second start on, the process loads its modules without compiling them.
 */
export function decoderEnvironment(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
