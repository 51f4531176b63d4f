import { flushCompileCache } from 'node:module';
import { join, relative } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createServer } from '../app/create-server.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { checkHost } from '../kernel/settings/listen-address.ts';
import { publicUrlOf } from '../kernel/network/base-path.ts';

/** The terminal's own signal and the one that a parent passes on arrive together: within this time they count as one, ms. */
const sameSignalMs = 500;

/** Runs until a signal stops it; a second signal ends it immediately. */
export async function start(config: ServerConfig): Promise<undefined> {
  await checkHost(config.host);
  const server = await createServer(config);
  let stoppingSince: number | null = null;
  const stop = (): void => {
    if (stoppingSince !== null) {
      if (systemClock.monotonic() - stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSince = systemClock.monotonic();
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const { url } = await server.listen();
  // Done now, not at the exit: a killed server has no exit handler.
  flushCompileCache();
  const folder = join(config.dataDir, 'outbox');
  const nearby = relative(process.cwd(), folder);
  const outbox = nearby.startsWith('..') ? folder : nearby;
  const where = config.smtpUrl === null ? `The code is printed here and saved in ${outbox}` : 'The code comes by mail';
  process.stdout.write(`
  Watchpost is running.

    Open     ${publicUrlOf(config) ?? url}
    Sign in  ${whoSignsIn(config)} ${where}
    Data     ${config.dataDir}
    Stop     Ctrl-C
${config.appDir === null ? '\n  The app is not built: only the API answers. Build it with "npm start" in the repository.\n' : ''}
`);
}

function whoSignsIn({ signUp, operators }: ServerConfig): string {
  if (signUp.mode === 'open') return 'with any e-mail address.';
  if (operators === null || operators.length > 0) return 'with an address that was invited: watchpost invite anna@example.com.';
  return 'with an address that was invited: watchpost invite anna@example.com. Name yours in WATCHPOST_OPERATORS.';
}
