import type { ServerConfig } from '../../kernel/config.ts';
import { redact } from '../../kernel/log.ts';

/** What a check has found. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  /** `ok`, or a name of the fault that programs can compare. */
  readonly code: string;
  readonly what: string;
  readonly why: string | null;
  /** What to do about it; null for nothing. */
  readonly remedy: string | null;
}

/** What checks see of the machine, besides files and the network. */
export interface Machine {
  /** Unix milliseconds. */
  now(): number;
  readonly nodeVersion: string;
  /** Memory that the system allows this process, bytes; null without a limit. */
  readonly memoryLimitBytes: number | null;
  /** The environment variable TZ. */
  readonly timeZone: string | undefined;
  /** Reads a file of the system, such as `/proc/self/limits`; null where there is none. */
  read(path: string): string | null;
}

/** One thing that can be wrong. An error that it throws is its finding. */
export interface Check {
  readonly name: string;
  run(config: ServerConfig, machine: Machine): Promise<Finding>;
}

interface Fault {
  readonly what: string;
  readonly why?: string;
  readonly remedy?: string;
}

export const ok = (what: string): Finding => ({ level: 'ok', code: 'ok', what, why: null, remedy: null });
/** The server can run, but not all of it works. */
export const warning = (code: string, fault: Fault): Finding => describe('warning', code, fault);
/** The server can't run. */
export const failure = (code: string, fault: Fault): Finding => describe('error', code, fault);

const describe = (level: 'warning' | 'error', code: string, { what, why = '', remedy = '' }: Fault): Finding => ({
  level,
  code,
  what,
  why: why || null,
  remedy: remedy || null,
});

/** An error's message, with its cause and without credentials. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  return redact([message, cause].filter(Boolean).join(': ').split('\n', 1)[0] ?? '');
}
