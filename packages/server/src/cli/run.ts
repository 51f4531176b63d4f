import { ConfigError, readConfig, type ServerConfig } from '../kernel/config.ts';
import { LockedError } from '../kernel/lock.ts';
import { explainFileError } from '../kernel/settings/data-folder.ts';
import { explainListenError } from '../kernel/settings/listen-address.ts';
import { readArguments, usage, UsageError, type Arguments } from './arguments.ts';

/** Commands, each loaded on use. A command returns the exit code, or undefined while the server runs. */
const commands: Readonly<Record<string, (config: ServerConfig, options: Arguments['options']) => Promise<number | undefined>>> = {
  start: async (config) => (await import('./start.ts')).start(config),
  migrate: async (config) => (await import('./migrate.ts')).runMigrations(config),
  doctor: async (config, { json }) => (await import('./doctor.ts')).doctor(config, { json }),
  backup: async (config, { to, withFootage }) => (await import('./backup.ts')).backup(config, { to, withFootage }),
  restore: async (config, { from, force }) => (await import('./restore.ts')).restore(config, { from, force }),
  invite: async (config, { email, revoke }) =>
    (await import('./invite.ts')).invite(config, { ...(email !== undefined && { email }), revoke }),
  'invoice-paid': async (config, { invoice }) => (await import('./invoices.ts')).markInvoicePaid(config, invoice),
  'bank-statement': async (config, { statement }) => (await import('./invoices.ts')).readBankStatement(config, statement),
  plans: async (config, { plans }) => (await import('./plans.ts')).keepPlans(config, plans),
  keys: async (config, { keys }) => (await import('./keys.ts')).keepKeys(config, keys),
  models: async (config, { from, faces }) => (await import('./models.ts')).installModels(config, { from, faces }),
  verify: async (_config, { file, manifest, key }) =>
    (await import('./verify.ts')).verifyClip({
      ...(file !== undefined && { file }),
      ...(manifest !== undefined && { manifestFile: manifest }),
      ...(key !== undefined && { key }),
    }),
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
  const sentence =
    error instanceof ConfigError || error instanceof LockedError ? error.message : (explainListenError(error) ?? explainFileError(error));
  const text =
    sentence ?? (error instanceof UsageError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
  // The process does not wait for pending work: an unresponsive disk would keep it forever.
  process.stderr.write(`${text}\n`, () => process.exit(sentence === null ? 1 : 2));
}
