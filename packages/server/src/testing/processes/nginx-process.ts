import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@watchpost/contract/timing/clock';
import { makeCertificate } from '../certificate.ts';

/** A real nginx with the configuration that is shipped, in front of a server. */
export interface NginxProcess {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  stop(): Promise<void>;
}

const attemptIntervalMs = 50;
const maxAttempts = 400;
const program = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin']
  .filter(Boolean)
  .map((folder) => join(folder, 'nginx'))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
const shipped = join(import.meta.dirname, '../../../deploy/nginx');

/** Whether nginx is installed. */
export const hasNginx: boolean = program !== undefined;

/** Starts nginx without TLS on a free port; everything else is as shipped. @param origin where the server listens */
export async function startNginx(origin: string): Promise<NginxProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-nginx-'));
  const port = await freePort();
  const file = await writeConfiguration(folder, origin, (site) =>
    site.replaceAll(/^\s*ssl_.*$/gm, '').replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`),
  );
  const child = spawn(program ?? 'nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  // A bench uses it, too, without a test runner.
  for (let attempt = 1; !(await answers(port)); attempt += 1) {
    if (attempt === maxAttempts || child.exitCode !== null) throw new Error('nginx does not answer.');
    await new Promise<void>((resolve) => systemClock.after(attemptIntervalMs, resolve));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lets nginx check the shipped files, with TLS. @returns what it says */
export async function checkShippedConfiguration(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-nginx-'));
  const { key, cert } = await makeCertificate();
  await writeFile(join(folder, 'fullchain.pem'), cert);
  await writeFile(join(folder, 'privkey.pem'), key);
  const port = await freePort();
  const file = await writeConfiguration(folder, 'http://127.0.0.1:8080', (site) =>
    site.replaceAll('/etc/ssl/watchpost', folder).replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`),
  );
  try {
    const { stdout, stderr } = await promisify(execFile)(program ?? 'nginx', ['-t', '-c', file, '-p', folder]);
    return stdout + stderr;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the site with the places of a test instead of the system's. */
async function writeConfiguration(folder: string, origin: string, change: (site: string) => string): Promise<string> {
  const site = await readFile(join(shipped, 'watchpost.conf'), 'utf8');
  for (const name of ['media', 'access']) await mkdir(join(folder, name));
  const placed = change(site)
    .replace('server 127.0.0.1:8080;', `server ${new URL(origin).host};`)
    .replace('/var/cache/nginx/watchpost-media', join(folder, 'media'))
    .replace('/dev/shm/watchpost-access', join(folder, 'access'))
    .replace('/etc/nginx/watchpost-locations.conf', join(shipped, 'watchpost-locations.conf'))
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`);
  await writeFile(join(folder, 'site.conf'), placed);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const lines = [
    // As root, its workers would be another user, who sees nothing of the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off; worker_processes 2;',
    `pid ${folder}/pid; error_log stderr crit;`,
    'events { worker_connections 4096; }',
    `http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
