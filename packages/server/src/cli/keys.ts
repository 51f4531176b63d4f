import { apiKeyOptionsSchema, type ApiKey } from '@watchpost/contract/schemas/api-keys';
import { systemClock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { createApiKeysService, type ApiKeysService } from '../features/api-keys/index.ts';
import { createAccessLog } from '../features/sharing/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { loadKeys } from '../kernel/keys.ts';
import { createAccessChanges } from '../kernel/module/access-changes.ts';
import { createTokens } from '../kernel/tokens.ts';
import { UsageError } from './arguments.ts';
import { withDatabase } from './billing-command.ts';
import type { KeyCommand } from './key-arguments.ts';

/** The options, by the names that the contract has for them. */
const options: Readonly<Record<string, string>> = {
  name: 'The name',
  scopes: '--scope',
  cameraIds: '--camera',
  origins: '--origin',
  ipRanges: '--ip-range',
  expiresAt: '--expires',
};
/** Who acts in the access log: the owner, from no browser. */
const device = { browser: null, system: 'watchpost keys' };

/** Keeps the API keys of an account, even while the server runs. @throws {UsageError} */
export async function keepKeys(config: ServerConfig, command: KeyCommand | undefined): Promise<number> {
  if (!command) throw new UsageError('Whose keys? Type "watchpost keys list --owner anna@example.com".');
  return withDatabase(config, async (db) => {
    const customerId = await findOwner(db, command.owner);
    const keys = createApiKeysService({
      db,
      clock: systemClock,
      tokens: createTokens(loadKeys(config).tokens),
      usage: { pending: () => undefined },
      record: createAccessLog({ clock: systemClock }).record,
      // A running server reads keys with each request, and rechecks what plays within 10 seconds.
      accessChanges: createAccessChanges(),
    });
    await run(keys, { customerId, device }, command).catch((error: unknown) => {
      throw error instanceof AppError ? new UsageError(explain(error, command)) : error;
    });
    return 0;
  });
}

async function findOwner(db: Db, email: string): Promise<string> {
  const customers = db.selectFrom('customers').select('id').where('email', '=', email).where('deleted_at', 'is', null);
  const customer = await customers.executeTakeFirst();
  if (!customer) throw new UsageError(`There is no account of ${email}. It begins with the first sign-in.`);
  return customer.id;
}

async function run(
  keys: ApiKeysService,
  actor: Parameters<ApiKeysService['create']>[0],
  { action, owner, subject, terms }: KeyCommand,
): Promise<void> {
  if (action === 'list') {
    const all = await keys.list(actor.customerId);
    process.stdout.write(all.length === 0 ? `${owner} has no API keys.\n` : all.map(describe).join(''));
  } else if (action === 'revoke') {
    await keys.revoke(actor, subject ?? '');
    process.stdout.write(`${subject} is revoked, and its embed tokens with it. What plays by them ends within 10 seconds.\n`);
  } else {
    const parsed = apiKeyOptionsSchema.safeParse({ ...terms, name: subject });
    if (!parsed.success) throw new UsageError(`${problemsOf(parsed.error)}\nSee "watchpost keys --help".`);
    const { apiKey, secret } = await keys.create(actor, parsed.data);
    process.stderr.write(`Created:\n${describe(apiKey)}Its secret is shown now and never again:\n`);
    // Alone, so that a script can keep it: KEY=$(watchpost keys create …).
    process.stdout.write(`${secret}\n`);
  }
}

function describe({ id, name, hint, scopes, cameraIds, origins, ipRanges, expiresAt, state, lastUsedAt }: ApiKey): string {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const parts = [
    id,
    `${hint}…`,
    name,
    scopes.join(','),
    cameraIds === null ? 'all cameras' : `cameras ${cameraIds.join(',')}`,
    ...(origins.length > 0 ? [`for ${origins.join(',')}`] : []),
    ...(ipRanges.length > 0 ? [`from ${ipRanges.join(',')}`] : []),
    state === 'active' && expiresAt !== null ? `active until ${day(expiresAt)}` : state,
    lastUsedAt === null ? 'never used' : `last used ${day(lastUsedAt)}`,
  ];
  return `${parts.join('  ')}\n`;
}

function problemsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${options[String(path[0])] ?? path.join('.')}: ${message}.`).join('\n');
}

function explain({ code, details }: AppError, { action, owner, subject }: KeyCommand): string {
  if (code === 'not-found') return action === 'revoke' ? `${owner} has no key ${subject}.` : `${owner} does not see one of these cameras.`;
  if (code === 'limit-reached') return `${owner} has as many keys as an account can have. Revoke one that is not used.`;
  const { fields = [] } = z
    .object({ fields: z.array(z.object({ field: z.string(), message: z.string() })).optional() })
    .parse(details ?? {});
  return fields.map(({ field, message }) => `${options[field.split('.')[0] ?? ''] ?? field}: ${message}`).join('\n') || code;
}
