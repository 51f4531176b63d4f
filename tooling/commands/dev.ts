import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { scriptOf } from '../lib/run.ts';
import { buildStale } from '../packages/builds.ts';

// npm run dev: runs the server, restarted when its sources change, and Vite for the app, with API calls proxied to the server.
const port = process.env['PORT'] ?? '8080';
const env = { ...process.env, PORT: port, WATCHPOST_SERVER: `http://127.0.0.1:${port}` };

// Pages that embed the player load the built files, also during development.
const built = await buildStale({ onBuild: (name) => console.log(`Building ${name} …`) });
if (built.failed > 0) console.error(built.output);

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'packages/server/src/cli/main.ts'), 'start'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [scriptOf('vite', 'vite')], { cwd: join(root, 'packages/reference-app'), env, stdio: 'inherit' }),
];
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
