import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn, type SpawnOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './root.ts';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Prints the output as it arrives instead of collecting it. */
  readonly show?: boolean;
  readonly uid?: number;
  readonly gid?: number;
  /** Written to its standard input once it is known. */
  readonly input?: Promise<string>;
}

export interface RunResult {
  /** Exit code; 1 when the program could not be started or was killed. */
  readonly code: number;
  /** Its output, both streams in order; empty when shown. */
  readonly output: string;
}

/** Memory of this machine or container, MiB. */
const memoryMiB = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20;

/**
 * For the compiler and the linter, which are written in Go: collecting garbage seldom takes a tenth to a quarter less processor time. Near
 * its limit of memory Go collects all the time. Two run at a time: half of the memory is theirs.
 */
export const seldomCollecting: Readonly<Record<string, string>> = {
  GOGC: '400',
  GOMEMLIMIT: `${Math.max(1500, Math.floor(memoryMiB / 4))}MiB`,
};

const isAtLowPriority = new AsyncLocalStorage<boolean>();

/** The programs that `call` runs leave the processor to others that want it. */
export function atLowPriority<T>(call: () => Promise<T>): Promise<T> {
  return isAtLowPriority.run(true, call);
}

/** Runs a program to its end. Never throws: a missing program results in code 1 with the reason as output. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve) => {
    const spawnOptions: SpawnOptions = {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: [options.input ? 'pipe' : 'ignore', ...(options.show ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
      ...(options.uid !== undefined && { uid: options.uid }),
      ...(options.gid !== undefined && { gid: options.gid }),
    };
    const child = spawn(file, args, spawnOptions);
    if (child.pid !== undefined && isAtLowPriority.getStore() === true) lowerPriority(child.pid);
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    options.input?.then(
      (text) => child.stdin?.end(text),
      () => child.kill(),
    );
    child.on('error', (error) => resolve({ code: 1, output: `${file}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it: then it runs like all others.
  }
}

const require = createRequire(import.meta.url);

/** Finds the script of a package's command, so that it runs on this Node without a shell shim. */
export function scriptOf(packageName: string, command: string): string {
  const manifestPath = join(root, 'node_modules', packageName, 'package.json');
  const manifest: unknown = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const bin = typeof manifest === 'object' && manifest !== null && 'bin' in manifest ? manifest.bin : undefined;
  const script = typeof bin === 'string' ? bin : isTexts(bin) ? bin[command] : undefined;
  if (script === undefined) throw new Error(`The package ${packageName} has no command ${command}.`);
  return require.resolve(join(dirname(manifestPath), script));
}

/** Runs the command of an installed package on this Node. */
export function runTool(packageName: string, command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return run(process.execPath, [scriptOf(packageName, command), ...args], options);
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string');
}
