import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from './run.ts';

export interface TemporaryPostgres {
  /** `postgres://…` of a writable database. */
  readonly url: string;
  /** Shuts it down as an operator can: "fast" disconnects its clients, "immediate" also skips all cleanup, like a power cut. Its data stays. */
  shutDown(mode: 'fast' | 'immediate'): Promise<void>;
  /** Restarts it on the same port. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; every system has `nobody`. */
const nobody = 65_534;

/**
 * Starts a separate PostgreSQL in a temporary folder: on a random port of the loopback interface, without sockets in the file system
 * and without flushing to the disk (it lives for one test run).
 * @param initdb path of the program `initdb`; `postgres` is in the same folder
 * @param parent where its temporary folder is created
 */
export async function startPostgres(initdb: string, parent: string = tmpdir()): Promise<TemporaryPostgres> {
  const programs = dirname(realpathSync(initdb));
  const folder = mkdtempSync(join(parent, 'watchpost-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(16).toString('hex');
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const env = { HOME: folder, LC_ALL: 'C', PGDATA: data };
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [folder, data, passwordFile]) chownSync(path, user.uid, user.gid);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });

  const initialised = await run(
    initdb,
    ['-D', data, '-U', 'watchpost', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '--no-sync'],
    { cwd: folder, env, ...user },
  );
  if (initialised.code !== 0) {
    remove();
    throw new Error(`initdb failed:\n${initialised.output}`);
  }
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
  };
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    const started = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
        ...user,
      },
    );
    server = started;
    await new Promise<void>((resolve, reject) => {
      let log = '';
      started.stderr.on('data', (chunk: Buffer) => {
        log = (log + chunk.toString()).slice(-20_000);
        if (log.includes('ready to accept connections')) resolve();
      });
      started.once('error', reject);
      started.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    });
  };
  const shutDown = async (mode: 'fast' | 'immediate'): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'close');
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };

  await start().catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    url: `postgres://watchpost:${password}@127.0.0.1:${port}/postgres`,
    shutDown,
    start,
    stop: async () => {
      await shutDown('fast');
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
