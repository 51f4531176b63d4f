import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The broker that most homes run, in its own process. */
export interface Mosquitto {
  /** `mqtt://127.0.0.1:port`, without a name. */
  readonly url: string;
  readonly port: number;
  /** Stops it; `start` brings it back on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops or continues its process, which holds its connections open and answers nothing. */
  freeze(isFrozen: boolean): void;
  remove(): Promise<void>;
}

export interface MosquittoOptions {
  /** Requires this name and password. Anyone may connect without. */
  readonly user?: { readonly name: string; readonly password: string };
  /** Retained messages survive `stop`. */
  readonly isPersistent?: boolean;
}

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/sbin'];

/** Whether mosquitto and its clients are installed. */
export const hasMosquitto: boolean = find('mosquitto') !== null && find('mosquitto_sub') !== null;

/** Starts mosquitto on a free port of this machine, with a folder of its own. */
export async function startMosquitto({ user, isPersistent = false }: MosquittoOptions = {}): Promise<Mosquitto> {
  const program = find('mosquitto');
  if (program === null) throw new Error('mosquitto is not installed: check hasMosquitto first.');
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-mosquitto-'));
  const port = await freePort();
  const passwords = join(folder, 'passwords');
  if (user) execFileSync(find('mosquitto_passwd') ?? 'mosquitto_passwd', ['-c', '-b', passwords, user.name, user.password]);
  const config = [
    `listener ${port} 127.0.0.1`,
    `allow_anonymous ${user === undefined}`,
    ...(user ? [`password_file ${passwords}`] : []),
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    ...(isPersistent ? ['persistence true', `persistence_location ${folder}/`] : []),
    'log_dest stderr',
  ];
  await writeFile(join(folder, 'mosquitto.conf'), `${config.join('\n')}\n`);
  let child = spawnBroker();

  function spawnBroker() {
    return spawn(program ?? '', ['-c', join(folder, 'mosquitto.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  }
  const isRunning = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let said = '';
      child.stderr.setEncoding('utf8');
      // Read on afterwards, so that it never waits for us.
      child.stderr.on('data', (text: string) => {
        said += text;
        if (said.includes('running')) resolve();
      });
      child.once('exit', () => reject(new Error(`mosquitto did not start: ${said}`)));
    });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    await ended;
  };
  await isRunning();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    port,
    stop,
    start: async () => {
      child = spawnBroker();
      await isRunning();
    },
    freeze: (isFrozen) => void child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function find(name: string): string | null {
  const isProgram = (path: string): boolean => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
