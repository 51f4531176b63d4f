import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { newerMigrations, pendingMigrations } from '../../db/migrations.ts';
import { explainDatabaseError } from '../../db/start-database.ts';
import { checkLedger, readPlans } from '../../features/billing/index.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import { movesMoney } from '../../kernel/settings/payment-settings.ts';
import { failure, ok, reasonOf, warning, type Check, type Finding } from './finding.ts';

/** Connections of both pools of a server: `db/postgres-pool.ts`. */
const connectionsOfServer = 15;
/** Debian 11's, and the oldest that still gets corrections. */
const minPostgres = 14;
const maxSkewMs = 5000;

export const databaseChecks: readonly Check[] = [
  {
    name: 'Database',
    run: async (config) => {
      const location = locateDatabase(config);
      if (location.kind === 'sqlite' && !existsSync(location.file)) return ok('embedded, made at the first start');
      const name = location.kind === 'sqlite' ? location.file : 'PostgreSQL';
      try {
        return await withDatabase(config, async (db) => {
          await sql`select 1`.execute(db);
          const [newer] = await newerMigrations(db);
          if (newer !== undefined)
            return failure('database-newer', {
              what: `${name}: a newer Watchpost has used it (${newer})`,
              why: 'This version does not know its tables.',
              remedy: 'Start that version again, or restore a backup from before it.',
            });
          const pending = await pendingMigrations(db);
          if (pending.length === 0) return ok(name);
          return warning('migrations-pending', {
            what: `${name}: ${pending.length} migrations to run; "watchpost start" runs them`,
            remedy: 'Make a backup first.',
          });
        });
      } catch (error) {
        const explained = explainDatabaseError(error) ?? reasonOf(error);
        const [what = '', ...remedy] = explained.split('. ');
        return failure('database-unusable', { what: `${name}: ${what.replace(/\.$/, '')}`, remedy: remedy.join('. ') });
      }
    },
  },
  {
    name: 'PostgreSQL',
    run: async (config) => {
      if (config.databaseUrl === null) return ok('not used: the database is embedded');
      return whenReached(config, async (db) => {
        const { rows } = await sql<{ version: string; max: string; reserved: string; used: string }>`
          select current_setting('server_version_num') as version, current_setting('max_connections') as max,
            current_setting('superuser_reserved_connections') as reserved,
            (select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used`.execute(db);
        const [row] = rows;
        const [version, max, reserved, used] = [row?.version, row?.max, row?.reserved, row?.used].map(Number);
        return judgePostgres({ major: Math.floor((version ?? 0) / 10_000), free: (max ?? 0) - (reserved ?? 0) - (used ?? 0) });
      });
    },
  },
  {
    name: 'Clock',
    run: async (config, { now }) => {
      if (config.databaseUrl === null) return ok('compared with nothing: the database is embedded');
      return whenReached(config, async (db) => {
        const before = now();
        const { rows } = await sql<{ at: string }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
        return judgeClock(Number(rows[0]?.at) - (before + now()) / 2, 'PostgreSQL’s');
      });
    },
  },
  {
    name: 'Billing',
    run: async (config) => {
      const { plansFile, payments } = config;
      const file = readPlans(config);
      if (file === null) return ok('no plans are sold');
      const location = locateDatabase(config);
      const text = `${file.plans.length} plans ${plansFile === null ? 'of the demo' : `in ${plansFile}`}, paid by ${payments.provider}${movesMoney(payments) ? '' : ', which moves no money'}`;
      if (location.kind === 'sqlite' && !existsSync(location.file)) return ok(text);
      return whenReached(config, async (db) => {
        if ((await pendingMigrations(db)).length > 0) return ok(text);
        const { entries, problems } = await checkLedger(db);
        const [first] = problems;
        if (first === undefined) return ok(`${text}; the ledger is sound (${entries} entries)`);
        return failure('ledger-unsound', {
          what: `The ledger has ${problems.length} problems, first ${JSON.stringify(first)}`,
          remedy: 'Stop selling, and report this.',
        });
      });
    },
  },
];

/** @param server free: connections that others may still open */
export function judgePostgres({ major, free }: { readonly major: number; readonly free: number }): Finding {
  if (major < minPostgres)
    return warning('postgres-old', {
      what: `version ${major} is older than what Watchpost is tested with`,
      why: 'It gets no corrections any more.',
      remedy: `Upgrade it to ${minPostgres} or newer.`,
    });
  if (free < connectionsOfServer)
    return warning('postgres-connections', {
      what: `only ${free} connections are free, and a server takes ${connectionsOfServer}`,
      why: 'Requests are answered by 503 when there is none.',
      remedy: 'Raise max_connections of PostgreSQL, or end what else connects to it.',
    });
  return ok(`version ${major}, ${free} connections free`);
}

/** @param skewMs how far the other clock is ahead of ours */
export function judgeClock(skewMs: number, other: string): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= maxSkewMs) return ok(`within ${maxSkewMs / 1000} s of ${other}`);
  return warning('clock-wrong', {
    what: `this machine’s clock is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} ${other}`,
    why: 'Recordings get wrong times, and sign-ins and codes end too early or too late.',
    remedy: 'Synchronize both by NTP: timedatectl set-ntp true, or install chrony.',
  });
}

/** A database that can't be used is reported once, by its own check. */
export async function whenReached(config: ServerConfig, work: (db: Db) => Promise<Finding>): Promise<Finding> {
  try {
    return await withDatabase(config, work);
  } catch (error) {
    if (explainDatabaseError(error) === null) throw error;
    return ok('not known: the database can’t be used');
  }
}

async function withDatabase<T>(config: ServerConfig, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(locateDatabase(config));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
