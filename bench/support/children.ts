import { spawn, type ChildProcess } from 'node:child_process';

/** A process that a bench started; it always ends with the bench. */
export interface Child {
  readonly pid: number;
  /** Its output so far, both streams, at most the last 64 KB. */
  output(): string;
  /** Sends SIGTERM, and kills it after 10 s. */
  stop(): Promise<void>;
  /** Sends SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
const keptCharacters = 65_536;

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/**
 * Starts a process and waits until it is ready.
 * @param ready pattern of the output that signals readiness; the match is returned. Without it, the process is ready immediately
 * @throws when it ends, or does not become ready within 30 s
 */
export async function startChild(
  command: string,
  parameters: readonly string[],
  options: { ready?: RegExp; env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<Child & { readonly ready: RegExpExecArray | null }> {
  const child = spawn(command, parameters, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    ...(options.cwd && { cwd: options.cwd }),
  });
  running.add(child);
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child);
      resolve();
    });
  });
  const ready = await new Promise<RegExpExecArray | null>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`${command} ${parameters.join(' ')} ${why}:\n${output}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('was not ready after 30 s');
    }, 30_000);
    const settle = (match: RegExpExecArray | null): void => {
      clearTimeout(timer);
      resolve(match);
    };
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-keptCharacters);
      const match = options.ready?.exec(output);
      if (match) settle(match);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    if (!options.ready) child.once('spawn', () => settle(null));
  });

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (!running.has(child)) return;
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  };
  return { pid: child.pid ?? 0, ready, output: () => output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** Runs a process to its end. @throws with its output when it fails */
export async function run(
  command: string,
  parameters: readonly string[],
  input?: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<Buffer> {
  const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'pipe'] });
  running.add(child);
  const out: Buffer[] = [];
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4000)));
  child.stdin.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  await input?.((chunk) => new Promise((resolve) => child.stdin.write(chunk, () => resolve())));
  child.stdin.end();
  const code = await ended;
  running.delete(child);
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${code}:\n${complaints}`);
  return Buffer.concat(out);
}
