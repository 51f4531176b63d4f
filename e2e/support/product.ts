import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '../rig/free-ports.ts';
import { watchServer } from './evidence/evidence.ts';
import { timeSetUp } from './evidence/set-up-time.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

/** A running product as a spec uses it that neither stops nor configures it: other specs may use it before and after. */
export interface RunningProduct {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Everything that the server has written since the spec got it. */
  log(): string;
  /** The newest code that was mailed to this address; waits until it is there. */
  code(email: string, options?: { after?: number }): Promise<string>;
  /** Returns the e-mail address of an account that no other spec has. @param name what is before the @ */
  emailOf(name: string): string;
  /** Runs `work` when the spec ends, if the product goes on for others. One of its own ends with all that it has. */
  atEnd(work: () => Promise<void>): void;
  /** Stops and removes everything; ends the spec's use of a product that goes on for others. */
  dispose(): Promise<void>;
}

/** The product as a user starts it: its own process, its own folder, its own port. */
export interface Product extends RunningProduct {
  readonly pid: number;
  /** Ends the server as Ctrl-C or as a power cut does, and keeps its folder. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same folder and port. */
  start(): Promise<void>;
  /** Kills the server and removes its folder without waiting: for the end of this process. */
  kill(): void;
}

const entry = resolve(import.meta.dirname, '../../packages/server/src/cli/main.ts');

/** A port that is free now. */
export function freePort(): Promise<number> {
  return freePorts(1);
}

/** Waits until `probe` gives something; fails after `timeout` ms, more on a slow machine, with what was waited for, and with what was seen last. */
export async function until<T>(
  what: string | (() => string),
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeout = 30_000,
): Promise<T> {
  const limitMs = atMost(timeout);
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`Waited ${limitMs} ms for ${typeof what === 'string' ? what : what()}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * @param environment settings beside the defaults of a test: no demo, or one in which someone comes by all the time; sources on loopback allowed
 * @param command how it is started; from the sources by default
 * @param options isShared: `sharedProduct` keeps each spec's part of its log for `saveEvidence`, instead of all of it
 */
export async function startProduct(
  environment: Readonly<Record<string, string>> = {},
  [program, ...args]: readonly [string, ...string[]] = [process.execPath, entry, 'start'],
  { isShared = false }: { readonly isShared?: boolean } = {},
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'watchpost-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = '';

  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const start = async (): Promise<void> => {
    const started = spawn(program, args, {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        WATCHPOST_DEMO: '0',
        WATCHPOST_DEMO_BUSY: '1',
        LOG_FORMAT: 'json',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    started.stdout.on('data', keep);
    started.stderr.on('data', keep);
    await until(
      `${url} to be ready`,
      () => {
        if (started.exitCode !== null) throw new Error(`The server ended with ${started.exitCode}:\n${output.slice(-4000)}`);
        return isReady();
      },
      90_000,
    );
  };
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
  };

  const forget = watchServer({ log: () => output });
  await timeSetUp('product', start);
  if (isShared) forget();
  return {
    url,
    port,
    dataDir,
    get pid() {
      if (child?.pid === undefined) throw new Error('The server is not running.');
      return child.pid;
    },
    log: () => output,
    code: mailedCodes(dataDir),
    emailOf: (name) => `${name}@example.test`,
    atEnd: () => undefined,
    stop,
    start: () => timeSetUp('product', start),
    kill: () => {
      child?.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    dispose: async () => {
      await stop();
      forget();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Reads the codes that a server mails into its data folder; waits until one is there. */
export const mailedCodes =
  (dataDir: string): Product['code'] =>
  (email, { after = 0 } = {}) =>
    until(`a code for ${email}`, () => newestCode(join(dataDir, 'outbox'), email, after));

function newestCode(outbox: string, email: string, after: number): string | null {
  let messages: string[];
  try {
    messages = readdirSync(outbox)
      .filter((name) => name.endsWith('.eml'))
      .toSorted();
  } catch {
    return null;
  }
  for (const message of messages.toReversed()) {
    // Names begin with the time of sending, to the millisecond; the date in the message has whole seconds only, and the file's is a tick of the system behind.
    if (message < new Date(after).toISOString().replaceAll(/[:.]/g, '-')) break;
    const text = readFileSync(join(outbox, message), 'utf8');
    const [, code] = /^Subject:.*?(\d{6})/m.exec(text) ?? [];
    if (code !== undefined && text.includes(`To: ${email}`)) return code;
  }
  return null;
}
