import { flushCompileCache } from 'node:module';
import { join, relative } from 'node:path';
import { createServer } from '../app/create-server.ts';
import type { ServerConfig } from '../kernel/config.ts';

/** Runs until it is told to stop; a second signal ends it at once. */
export async function start(config: ServerConfig): Promise<undefined> {
  const server = await createServer(config);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
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
