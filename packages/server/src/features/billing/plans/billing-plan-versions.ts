import type { Plan } from '@watchpost/contract/schemas/billing';
import type { Locale } from '@watchpost/contract/kernel';
import { z } from 'zod';
import type { PlanSource, PlanVersionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { inMoneyTransaction } from '../billing-transaction.ts';
import { dayMs, monthsOf, pricePerMonth } from './billing-calendar.ts';
import type { PlanOnFile, PlansFile } from './billing-plans-file.ts';

export const trialKey = 'trial';
const trialNames = { en: 'Trial', ru: 'Пробный период' };
const namesSchema = z.object({ en: z.string(), ru: z.string() });

type Terms = Pick<PlanVersionsTable, 'currency' | 'period' | 'price' | 'is_hd' | 'archive_days' | 'is_trial'>;
type Showing = Pick<PlanVersionsTable, 'names' | 'is_most_popular' | 'end_date'>;

/** What the operator writes about a plan, in the file or in a call. */
export type PlanDraft = Omit<PlanOnFile, 'id'>;

/** A plan to store: `terms` make a version, `showing` is changed in place. */
interface NewVersion {
  readonly key: string;
  readonly source: PlanSource;
  readonly terms: Terms;
  readonly showing: Showing;
}

/**
 * Stores the plans of the file: another price, period, picture or archive is another version; a name is changed in place. A plan that the
 * file no longer has is not sold any more, and stays with those who bought it. Plans that the operator stored by calls stay, except those
 * that the file has now. Two servers that start at once store the same.
 * @param now Unix ms
 */
export async function storePlans(db: Db, file: PlansFile, now: number): Promise<void> {
  const { currency } = file;
  const trial: Terms = { currency, period: 'Daily', price: 0, is_hd: 1, archive_days: 1, is_trial: 1 };
  const trialShowing = { names: JSON.stringify(trialNames), is_most_popular: 0, end_date: null } as const;
  // By their keys: two servers lock them in the same order.
  const plans = file.plans.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, ...draft }) => toNewVersion(id, 'file', draft, currency));
  await inMoneyTransaction(db, async (transaction) => {
    const kept: string[] = [];
    for (const version of [{ key: trialKey, source: 'file', terms: trial, showing: trialShowing } as const, ...plans])
      kept.push(await storeVersion(transaction, version, now));
    await transaction
      .updateTable('plan_versions')
      .set({ retired_at: now })
      .where('retired_at', 'is', null)
      .where('id', 'not in', kept)
      .where(({ eb, or }) => or([eb('source', '=', 'file'), eb('plan_key', 'in', [trialKey, ...plans.map(({ key }) => key)])]))
      .execute();
  });
}

export function toNewVersion(key: string, source: PlanSource, draft: PlanDraft, currency: string): NewVersion {
  const { name, period, price, isHd, archiveDays, isMostPopular, endDate } = draft;
  return {
    key,
    source,
    terms: { currency, period, price, is_hd: isHd ? 1 : 0, archive_days: archiveDays, is_trial: 0 },
    showing: {
      names: JSON.stringify(name),
      is_most_popular: isMostPopular ? 1 : 0,
      // The last day of sale is included.
      end_date: endDate === null ? null : Date.parse(`${endDate}T00:00:00Z`) + dayMs - 1,
    },
  };
}

/**
 * Stores a version of a plan, or puts on sale again the one that is the same.
 * @returns its id
 */
export async function storeVersion(transaction: Db, { key, source, terms, showing }: NewVersion, now: number): Promise<string> {
  for (;;) {
    const versions = await lockVersions(transaction, key);
    const same = versions.findLast((version) => isSame(version, terms));
    if (same) {
      await transaction
        .updateTable('plan_versions')
        .set({ ...showing, source, retired_at: null })
        .where('id', '=', same.id)
        .execute();
      return same.id;
    }
    const version = (versions.at(-1)?.version ?? 0) + 1;
    const id = `${key}.${version}`;
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('plan_versions')
      .values({ id, plan_key: key, version, source, ...terms, ...showing, retired_at: null, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows) return id;
    // Another server has just stored the first version: its terms may be other ones.
  }
}

/** Reads the versions of a plan, oldest first; until the transaction ends, nobody else changes them. */
export async function lockVersions(transaction: Db, key: string): Promise<PlanVersionsTable[]> {
  for (;;) {
    const { numUpdatedRows } = await transaction
      .updateTable('plan_versions')
      .set(({ ref }) => ({ version: ref('version') }))
      .where('plan_key', '=', key)
      .where('version', '=', 1)
      .executeTakeFirstOrThrow();
    const versions = await transaction.selectFrom('plan_versions').selectAll().where('plan_key', '=', key).orderBy('version').execute();
    // Versions that another server has stored between the two statements are not locked yet.
    if (numUpdatedRows > 0n || versions.length === 0) return versions;
  }
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

/** Reads the versions that are sold of the same plans now, by the keys of the plans. @param now Unix ms */
export async function readSuccessors(db: Db, keys: Iterable<string>, now: number): Promise<Map<string, PlanVersionsTable>> {
  const wanted = new Set(keys);
  return new Map((await plansOnSale(db, now)).filter((row) => wanted.has(row.plan_key)).map((row) => [row.plan_key, row]));
}

/** The version of a plan that cameras get now. @param key id of the plan on the file, or `trialKey` */
export async function readSold(db: Db, key: string): Promise<PlanVersionsTable> {
  return db.selectFrom('plan_versions').selectAll().where('plan_key', '=', key).where('retired_at', 'is', null).executeTakeFirstOrThrow();
}

export function namesOf({ names }: Pick<PlanVersionsTable, 'names'>): Readonly<Record<Locale, string>> {
  return namesSchema.parse(JSON.parse(names));
}

export function toPlan(row: PlanVersionsTable, locale: Locale): Plan {
  return {
    id: row.id,
    name: namesOf(row)[locale],
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
