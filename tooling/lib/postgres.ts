import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from './run.ts';

export interface TemporaryPostgres {
  /** `postgres://…` of a database that may be written to. */
  readonly url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; `nobody` is on every system. */
const nobody = 65_534;

/**
 * Starts a PostgreSQL of its own in a temporary folder: random port on the loopback, no sockets in the file system,
 * nothing flushed to the disk (it lives for one run of the tests).
 * @param initdb path of the program `initdb`; `postgres` is beside it
 */
export async function startPostgres(initdb: string): Promise<TemporaryPostgres> {
  const programs = dirname(realpathSync(initdb));
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(16).toString('hex');
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const env = { HOME: folder, LC_ALL: 'C', PGDATA: data };
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [folder, data, passwordFile]) chownSync(path, user.uid, user.gid);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });

  const initialised = await run(initdb, ['-D', data, '-U', 'watchpost', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '--no-sync'], { cwd: folder, env, ...user });
  if (initialised.code !== 0) {
    remove();
    throw new Error(`initdb failed:\n${initialised.output}`);
  }
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 };
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'], ...user,
  });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));

  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  }).catch((error: unknown) => {
    remove();
    throw error;
  });

  return {
    url: `postgres://watchpost:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      // SIGINT is PostgreSQL's "fast shutdown": it drops its clients and ends.
      server.kill('SIGINT');
      await ended;
      remove();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
