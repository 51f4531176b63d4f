import { flushCompileCache } from 'node:module';
import { join, relative } from 'node:path';
import { createServer } from '../app/create-server.ts';
import { systemClock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';

/** The terminal's own signal and the one that a parent passes on arrive together: they are one, ms. */
const sameSignal = 500;

/** Runs until it is told to stop; when it is told again it ends at once. */
export async function start(config: ServerConfig): Promise<undefined> {
  const server = await createServer(config);
  let stoppingSince: number | null = null;
  const stop = (): void => {
    if (stoppingSince !== null) {
      if (systemClock.monotonic() - stoppingSince > sameSignal) process.exit(1);
      return;
    }
    stoppingSince = systemClock.monotonic();
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const { url } = await server.listen();
  // Now, not at the exit: a killed server has no exit.
  flushCompileCache();
  const folder = join(config.dataDir, 'outbox');
  const nearby = relative(process.cwd(), folder);
  const outbox = nearby.startsWith('..') ? folder : nearby;
  const where = config.smtpUrl === null ? `The code is printed here and saved in ${outbox}` : 'The code comes by mail';
  process.stdout.write(`
  Watchpost is running.

    Open     ${config.publicOrigin ?? url}
    Sign in  with any e-mail address. ${where}
    Data     ${config.dataDir}
    Stop     Ctrl-C
${config.appDir === null ? '\n  The app is not built: only the API answers. Build it with "npm start" in the repository.\n' : ''}
`);
}
