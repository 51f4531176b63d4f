import type { Plan } from '@watchpost/contract/schemas/billing';
import type { Locale } from '@watchpost/contract/kernel';
import { z } from 'zod';
import type { PlanVersionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { inMoneyTransaction } from '../billing-transaction.ts';
import { dayMs, monthsOf, pricePerMonth } from './billing-calendar.ts';
import type { PlansFile } from './billing-plans-file.ts';

export const trialKey = 'trial';
const trialNames = { en: 'Trial', ru: 'Пробный период' };
const namesSchema = z.object({ en: z.string(), ru: z.string() });

type Terms = Pick<PlanVersionsTable, 'currency' | 'period' | 'price' | 'is_hd' | 'archive_days' | 'is_trial'>;
type Showing = Pick<PlanVersionsTable, 'names' | 'is_most_popular' | 'end_date'>;

/**
 * Stores the plans of the file: another price, period, picture or archive is another version; a name is changed in place. A plan that the
 * file no longer has is not sold any more, and stays with those who bought it. Two servers that start at once store the same.
 * @param now Unix ms
 */
export async function storePlans(db: Db, file: PlansFile, now: number): Promise<void> {
  const { currency } = file;
  await inMoneyTransaction(db, async (transaction) => {
    const kept = new Set<string>();
    const trial: Terms = { currency, period: 'Daily', price: 0, is_hd: 1, archive_days: 1, is_trial: 1 };
    kept.add(
      await storeVersion(transaction, trialKey, trial, { names: JSON.stringify(trialNames), is_most_popular: 0, end_date: null }, now),
    );
    for (const { id, name, period, price, isHd, archiveDays, isMostPopular, endDate } of file.plans) {
      const terms: Terms = { currency, period, price, is_hd: isHd ? 1 : 0, archive_days: archiveDays, is_trial: 0 };
      // The last day of sale is included.
      const end = endDate === null ? null : Date.parse(`${endDate}T00:00:00Z`) + dayMs - 1;
      kept.add(
        await storeVersion(
          transaction,
          id,
          terms,
          { names: JSON.stringify(name), is_most_popular: isMostPopular ? 1 : 0, end_date: end },
          now,
        ),
      );
    }
    await transaction
      .updateTable('plan_versions')
      .set({ retired_at: now })
      .where('retired_at', 'is', null)
      .where('id', 'not in', [...kept])
      .execute();
  });
}

/** @returns the id of the version that is sold */
async function storeVersion(transaction: Db, key: string, terms: Terms, showing: Showing, now: number): Promise<string> {
  const versions = await transaction.selectFrom('plan_versions').selectAll().where('plan_key', '=', key).orderBy('version').execute();
  const same = versions.findLast((version) => isSame(version, terms));
  const version = same?.version ?? (versions.at(-1)?.version ?? 0) + 1;
  const id = `${key}.${version}`;
  await transaction
    .insertInto('plan_versions')
    .values({ id, plan_key: key, version, ...terms, ...showing, retired_at: null, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...showing, retired_at: null }))
    .execute();
  return id;
}

function isSame(version: PlanVersionsTable, terms: Terms): boolean {
  return (
    version.currency === terms.currency &&
    version.period === terms.period &&
    version.price === terms.price &&
    version.is_hd === terms.is_hd &&
    version.archive_days === terms.archive_days &&
    version.is_trial === terms.is_trial
  );
}

/** The plans on sale, in the order of their prices per month; not the trial. @param now Unix ms */
export async function plansOnSale(db: Db, now: number): Promise<PlanVersionsTable[]> {
  const rows = await db.selectFrom('plan_versions').selectAll().where('retired_at', 'is', null).where('is_trial', '=', 0).execute();
  return rows
    .filter((row) => isOnSale(row, now))
    .toSorted((a, b) => pricePerMonth(a.price, a.period) - pricePerMonth(b.price, b.period) || (a.id < b.id ? -1 : 1));
}

/** Whether a version can be bought now. @param now Unix ms */
export function isOnSale({ retired_at: retiredAt, is_trial: isTrial, end_date: endDate }: PlanVersionsTable, now: number): boolean {
  return retiredAt === null && isTrial === 0 && (endDate === null || endDate >= now);
}

/** Reads versions by their ids; unknown ids are missing. */
export async function readPlanVersions(db: Db, ids: Iterable<string>): Promise<Map<string, PlanVersionsTable>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('plan_versions').selectAll().where('id', 'in', wanted).orderBy('id').execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The version of a plan that cameras get now. @param key id of the plan on the file, or `trialKey` */
export async function readSold(db: Db, key: string): Promise<PlanVersionsTable> {
  return db.selectFrom('plan_versions').selectAll().where('plan_key', '=', key).where('retired_at', 'is', null).executeTakeFirstOrThrow();
}

export function toPlan(row: PlanVersionsTable, locale: Locale): Plan {
  return {
    id: row.id,
    name: namesSchema.parse(JSON.parse(row.names))[locale],
    pricePerMonth: pricePerMonth(row.price, row.period),
    currency: row.currency,
    period: row.period,
    months: monthsOf(row.period),
    price: row.price,
    isHd: row.is_hd === 1,
    archiveDays: row.archive_days,
    isMostPopular: row.is_most_popular === 1,
    isTrial: row.is_trial === 1,
    endDate: row.end_date,
  } satisfies Complete<Plan>;
}
