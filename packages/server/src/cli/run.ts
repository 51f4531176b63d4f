import { ConfigError, readConfig, type ServerConfig } from '../kernel/config.ts';
import { LockedError } from '../kernel/lock.ts';
import { readArguments, usage, UsageError, type Arguments } from './arguments.ts';

/** Each command is loaded only when it is asked for. Returns the exit code, or undefined while the server runs. */
const commands: Readonly<Record<string, (config: ServerConfig, options: Arguments['options']) => Promise<number | undefined>>> = {
  start: async (config) => (await import('./start.ts')).start(config),
  migrate: async (config) => (await import('./migrate.ts')).runMigrations(config),
  doctor: async (config) => (await import('./doctor.ts')).doctor(config),
  backup: async (config, { to }) => (await import('./backup.ts')).backup(config, to),
  restore: async (config, { from, force }) => (await import('./restore.ts')).restore(config, { from, force }),
  verify: async (_config, { file, manifest, key }) =>
    (await import('./verify.ts')).verifyClip({ ...(file !== undefined && { file }), ...(manifest !== undefined && { manifestFile: manifest }), ...(key !== undefined && { key }) }),
};

try {
  const { command, variables, help, options } = readArguments(process.argv.slice(2));
  const run = command === undefined ? undefined : commands[command];
  if (help || !run) {
    process.stdout.write(usage(command));
    process.exitCode = help || command === undefined ? 0 : 2;
  } else {
    const config = readConfig({ ...process.env, ...variables }, { isTerminal: process.stdout.isTTY });
    const code = await run(config, options);
    if (code !== undefined) process.exitCode = code;
  }
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof LockedError || error instanceof UsageError || isListenError(error);
  process.stderr.write(`${isExpected ? explain(error) : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}

function isListenError(error: unknown): error is Error & { code: string; port: number } {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES') && 'port' in error;
}

function explain(error: Error): string {
  if (!isListenError(error)) return error.message;
  return error.code === 'EADDRINUSE'
    ? `Port ${error.port} is taken by another program. Stop it, or choose another port: PORT=8081.`
    : `This user may not open port ${error.port}. Choose one above 1023: PORT=8080.`;
}
