import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../../kernel/settings/s3-settings.ts';

/** An S3 server in its own process, with its objects on the disk: they survive its death. */
export interface S3Server {
  readonly settings: S3Settings;
  /** Kills it, as a failing machine would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const program = `
const S3rver = require(process.argv[1]);
new S3rver({ address: '127.0.0.1', port: Number(process.argv[2]), directory: process.argv[3], silent: true, configureBuckets: [{ name: 'cams' }] })
  .run()
  .then(() => console.log('running'));
`;

/** Starts s3rver, which verifies signatures, on a free port of this machine. */
export async function startS3Server(prefix = ''): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-s3-'));
  const port = await freePort();
  const path = createRequire(import.meta.url).resolve('@20minutes/s3rver');
  const run = async () => {
    const started = spawn(process.execPath, ['-e', program, path, String(port), folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await Promise.race([
      once(started.stdout, 'data'),
      once(started, 'exit').then(() => Promise.reject(new Error('s3rver did not start.'))),
    ]);
    return started;
  };
  let child = await run();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'cams',
      region: 'us-east-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      prefix,
      movesToDisk: false,
    },
    kill,
    start: async () => {
      child = await run();
    },
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
