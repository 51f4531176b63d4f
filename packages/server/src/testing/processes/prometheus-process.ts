import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';

/** A real Prometheus, in its own process. */
export interface PrometheusProcess {
  /** Evaluates an expression. @throws {Error} with what Prometheus says of one that it can't evaluate */
  query(expression: string): Promise<readonly PrometheusSample[]>;
  /** Its rules, each with whether it could be evaluated: `ok`, `err` or `unknown` before the first time. */
  rules(): Promise<readonly { readonly name: string; readonly health: string; readonly lastError?: string }[]>;
  stop(): Promise<void>;
}

export interface PrometheusSample {
  readonly metric: Readonly<Record<string, string>>;
  /** Unix seconds, and the value. */
  readonly value: readonly [number, string];
}

const attemptIntervalMs = 100;
const maxAttempts = 300;
const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);

/** Whether Prometheus and its checker are installed: Debian has them in one package. */
export const hasPrometheus: boolean = ['prometheus', 'promtool'].every((name) => folders.some((folder) => isProgram(join(folder, name))));

/** Lets `promtool` check a file. @returns what it says @throws {Error} with that, if the file is wrong */
export function checkWithPromtool(kind: 'rules' | 'config', file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('promtool', ['check', kind, file], (error, stdout, stderr) =>
      error ? reject(new Error(stdout + stderr, { cause: error })) : resolve(stdout + stderr),
    );
  });
}

/** Starts Prometheus on a free port. @param files its configuration, `prometheus.yml`, and what that names, by file name */
export async function startPrometheus(files: Readonly<Record<string, string>>): Promise<PrometheusProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-prometheus-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ];
  const child = spawn('prometheus', options, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let attempt = 1; !(await isReady()); attempt += 1) {
    if (attempt === maxAttempts || child.exitCode !== null) throw new Error('Prometheus does not answer.');
    await new Promise<void>((resolve) => systemClock.after(attemptIntervalMs, resolve));
  }
  const get = async <Data>(path: string): Promise<Data> => {
    const answer: { readonly status: string; readonly data: Data; readonly error?: string } = JSON.parse(
      await (await fetch(url + path)).text(),
    );
    if (answer.status !== 'success') throw new Error(answer.error);
    return answer.data;
  };
  return {
    query: async (expression) => {
      const { result } = await get<{ readonly result: readonly PrometheusSample[] }>(
        `/api/v1/query?${new URLSearchParams({ query: expression })}`,
      );
      return result;
    },
    rules: async () => {
      const { groups } = await get<{
        readonly groups: readonly { readonly rules: readonly { name: string; health: string; lastError?: string }[] }[];
      }>('/api/v1/rules');
      return groups.flatMap(({ rules }) => rules);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
