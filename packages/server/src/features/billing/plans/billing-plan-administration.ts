import type { PlanVersion } from '@watchpost/contract/schemas/billing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { PlanVersionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { inMoneyTransaction } from '../billing-transaction.ts';
import { isOnSale, lockVersions, namesOf, storeVersion, toNewVersion, type PlanDraft } from './billing-plan-versions.ts';

/**
 * Keeps the operator's plans beside those of the plans file. The file decides about every plan that it has: calls refuse it. All servers read
 * plans from the database, so each change holds on all of them at once.
 */
export interface PlanAdministration {
  /** Every version of every plan, by plan, oldest first; not the trial. */
  list(): Promise<PlanVersion[]>;
  /** Creates a plan or another version of it, or changes how it is shown. @throws {AppError} plan-on-file */
  put(key: string, plan: PlanDraft): Promise<PlanVersion>;
  /** Ends the sale; the plan goes on for those who have it. @throws {AppError} plan-on-file; not-found for a plan that is not sold */
  retire(key: string): Promise<void>;
}

export interface PlanAdministrationDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** That of the plans file. */
  readonly currency: string;
}

export function createPlanAdministration({ db, clock, currency }: PlanAdministrationDeps): PlanAdministration {
  const toVersion = (row: PlanVersionsTable, cameras: number): PlanVersion =>
    ({
      id: row.id,
      plan: row.plan_key,
      version: row.version,
      source: row.source,
      name: namesOf(row),
      period: row.period,
      price: row.price,
      currency: row.currency,
      isHd: row.is_hd === 1,
      archiveDays: row.archive_days,
      isMostPopular: row.is_most_popular === 1,
      endDate: row.end_date === null ? null : new Date(row.end_date).toISOString().slice(0, 10),
      isOnSale: isOnSale(row, clock.now()),
      retiredAt: row.retired_at,
      createdAt: row.created_at,
      cameras,
    }) satisfies Complete<PlanVersion>;

  const list = async (on: Db): Promise<PlanVersion[]> => {
    const rows = await on.selectFrom('plan_versions').selectAll().where('is_trial', '=', 0).execute();
    const counts = await on
      .selectFrom('subscriptions')
      .select(({ fn }) => ['plan_id', fn.countAll<number | string>().as('cameras')])
      .groupBy('plan_id')
      .execute();
    const cameras = new Map(counts.map((count) => [count.plan_id, Number(count.cameras)]));
    return rows
      .toSorted((a, b) => (a.plan_key === b.plan_key ? a.version - b.version : a.plan_key < b.plan_key ? -1 : 1))
      .map((row) => toVersion(row, cameras.get(row.id) ?? 0));
  };

  /** @returns the versions that are sold */
  const lockSold = async (transaction: Db, key: string): Promise<PlanVersionsTable[]> => {
    const sold = (await lockVersions(transaction, key)).filter(({ retired_at: retiredAt }) => retiredAt === null);
    if (sold.some(({ source }) => source === 'file')) throw new AppError('plan-on-file');
    return sold;
  };

  const retireExcept = (transaction: Db, key: string, kept: string | null) =>
    transaction
      .updateTable('plan_versions')
      .set({ retired_at: clock.now() })
      .where('plan_key', '=', key)
      .where('retired_at', 'is', null)
      .$if(kept !== null, (query) => query.where('id', '<>', kept ?? ''))
      .execute();

  return {
    list: () => list(db),
    put: (key, plan) =>
      inMoneyTransaction(db, async (transaction) => {
        await lockSold(transaction, key);
        const id = await storeVersion(transaction, toNewVersion(key, 'call', plan, currency), clock.now());
        await retireExcept(transaction, key, id);
        const stored = (await list(transaction)).find((version) => version.id === id);
        if (!stored) throw new AppError('internal-error');
        return stored;
      }),
    retire: (key) =>
      inMoneyTransaction(db, async (transaction) => {
        if ((await lockSold(transaction, key)).length === 0) throw new AppError('not-found');
        await retireExcept(transaction, key, null);
      }),
  };
}
