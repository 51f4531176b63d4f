import { existsSync } from 'node:fs';
import { systemClock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import { pendingMigrations } from '../db/migrations.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { UsageError } from './arguments.ts';
import { publicUrlOf } from '../kernel/network/base-path.ts';

const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

export interface InviteOptions {
  /** The address to invite; without it, all invited addresses are listed. */
  readonly email?: string;
  /** Revokes the invitation. An account created by then stays. */
  readonly revoke: boolean;
}

/** Invites a user to create an account, even while the server runs. @throws {UsageError} */
export async function invite(config: ServerConfig, { email: text, revoke }: InviteOptions): Promise<number> {
  const location = locateDatabase(config);
  if (location.kind === 'sqlite' && !existsSync(location.file))
    throw new UsageError(`There is no database in ${config.dataDir}. Start the server once, or name the data folder with --data-dir.`);
  if (text === undefined && revoke) throw new UsageError('Whose invitation? Type "watchpost invite anna@example.com --revoke".');
  const email = text === undefined ? undefined : emailSchema.safeParse(text).data;
  if (text !== undefined && email === undefined) throw new UsageError(`${JSON.stringify(text)} is not an e-mail address.`);

  const db = openDatabase(location);
  try {
    if ((await pendingMigrations(db)).length > 0)
      throw new UsageError('The database is of an older version. Run "watchpost migrate" first.');
    if (email === undefined) return await list(db);
    return revoke ? await revokeInvitation(db, email) : await add(db, email, config);
  } finally {
    await db.destroy();
  }
}

async function add(db: Db, email: string, { signUp, ...config }: ServerConfig): Promise<number> {
  await db
    .insertInto('invitations')
    .values({ email, created_at: systemClock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const publicUrl = publicUrlOf(config);
  process.stdout.write(
    `${email} can sign in now${publicUrl === null ? '' : ` at ${publicUrl}`}. No e-mail message was sent: let them know.\n`,
  );
  if (signUp.mode === 'closed') process.stdout.write('But WATCHPOST_SIGN_UP=closed: invitations count once that is "invited".\n');
  return 0;
}

async function revokeInvitation(db: Db, email: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('invitations').where('email', '=', email).executeTakeFirst();
  const account = await db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirst();
  process.stdout.write(numDeletedRows > 0n ? `${email} is not invited any more.\n` : `${email} was not invited.\n`);
  if (account) process.stdout.write('There is an account with this address. It stays: only its owner can delete it.\n');
  return numDeletedRows > 0n ? 0 : 1;
}

async function list(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('customers', 'customers.email', 'invitations.email')
    .select(['invitations.email', 'customers.id'])
    .orderBy('invitations.email')
    .execute();
  for (const { email, id } of rows) process.stdout.write(`${email}${id === null ? '' : '  has an account'}\n`);
  if (rows.length === 0) process.stdout.write('Nobody was invited. Type "watchpost invite anna@example.com".\n');
  return 0;
}
