import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { startEnvironment } from '../lib/start-environment.ts';
import { buildStale } from '../packages/builds.ts';

// npm start: builds outdated parts and runs the server in the foreground until Ctrl-C.
const startedAt = Number(process.env['WATCHPOST_STARTED_AT'] ?? Date.now());
const elapsed = (): string => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
if (Number.isNaN(startedAt)) throw new Error('WATCHPOST_STARTED_AT must be Unix milliseconds.');

const built = await buildStale({ onBuild: (name) => console.log(`Building ${name} …`) });
if (built.failed > 0) {
  console.error(built.output);
  process.exit(1);
}

const server = spawn(
  process.execPath,
  [
    '--import',
    join(root, 'tooling/lib/end-with-parent.ts'),
    join(root, 'packages/server/src/cli/main.ts'),
    'start',
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    env: startEnvironment(process.env),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
await announceReady();

/** Prints the startup time once the server answers. */
async function announceReady(): Promise<void> {
  const host = process.env['HOST'] ?? '127.0.0.1';
  const address = `http://${['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host}:${process.env['PORT'] ?? '8080'}/healthz`;
  while (server.exitCode === null) {
    const answers = await fetch(address).then(
      (response) => response.ok,
      () => false,
    );
    if (answers) {
      console.log(`Ready after ${elapsed()}. Stop with Ctrl-C.`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
