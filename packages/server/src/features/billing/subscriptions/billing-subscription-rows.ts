import type { Subscription } from '@watchpost/contract/schemas/billing';
import type { Locale } from '@watchpost/contract/kernel';
import type { PlanVersionsTable, SubscriptionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { addPeriod, dayMs } from '../plans/billing-calendar.ts';
import { toPlan } from '../plans/billing-plan-versions.ts';
import type { QuoteItem } from './billing-quote.ts';

/** The subscriptions of a customer's cameras, by camera. */
export async function readSubscriptions(db: Db, customerId: string): Promise<Map<string, SubscriptionsTable>> {
  const rows = await db.selectFrom('subscriptions').selectAll().where('customer_id', '=', customerId).orderBy('camera_id').execute();
  return new Map(rows.map((row) => [row.camera_id, row]));
}

/**
 * Changes a subscription as an order says.
 * @param transaction in which the customer is locked
 * @param plan of the item; null where it stops
 * @param now Unix ms; a plan that is bought starts now, and one that is renewed where the last period ended
 */
export async function applyItem(
  transaction: Db,
  row: SubscriptionsTable,
  { item, plan, now }: { readonly item: QuoteItem; readonly plan: PlanVersionsTable | null; readonly now: number },
): Promise<void> {
  if (item.action === 'stop' || !plan) return update(transaction, row, { renewal: 'off', due_at: row.charged_through }, now);
  if (item.action === 'keep')
    return update(transaction, row, { renewal: plan.period === 'NoBillingPeriod' ? 'off' : 'scheduled', due_at: row.charged_through }, now);
  const isRenewed = item.action === 'renew' && row.charged_through !== null;
  const start = isRenewed && row.charged_through !== null ? row.charged_through : now;
  const anchorDay = isRenewed ? row.anchor_day : new Date(start).getUTCDate();
  const end = addPeriod(start, plan.period, anchorDay);
  await update(
    transaction,
    row,
    {
      plan_id: plan.id,
      state: 'Active',
      is_activation_required: 0,
      period_start: start,
      charged_through: end,
      anchor_day: anchorDay,
      paid: item.price,
      renewal: end === null ? 'off' : 'scheduled',
      footage_kept_until: null,
      due_at: end,
      failures: 0,
    },
    now,
  );
  await transaction.updateTable('cameras').set({ archive_days: plan.archive_days }).where('id', '=', row.camera_id).execute();
}

/**
 * Ends the service of a camera: it records no more, and keeps what was recorded for as long as the plan promised.
 * @param state `Blocked` when it was not paid, `Cancelled` when it was not wanted
 * @param now Unix ms
 */
export async function endSubscription(
  transaction: Db,
  row: SubscriptionsTable,
  state: 'Blocked' | 'Cancelled',
  now: number,
): Promise<void> {
  const camera = await transaction.selectFrom('cameras').select('archive_days').where('id', '=', row.camera_id).executeTakeFirst();
  await update(
    transaction,
    row,
    {
      state,
      is_activation_required: 1,
      renewal: state === 'Blocked' ? 'failed' : 'off',
      footage_kept_until: now + (camera?.archive_days ?? 0) * dayMs,
      due_at: null,
    },
    now,
  );
}

/** Writes a change that the order of nobody was calculated for. */
export async function update(transaction: Db, row: SubscriptionsTable, change: Partial<SubscriptionsTable>, now: number): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set({ ...change, revision: row.revision + 1, updated_at: now })
    .where('camera_id', '=', row.camera_id)
    .execute();
}

export function toSubscription(row: SubscriptionsTable, plan: PlanVersionsTable, locale: Locale): Subscription {
  return {
    cameraId: row.camera_id,
    isActivationRequired: row.is_activation_required === 1,
    state: row.state,
    chargedThroughDate: row.charged_through,
    plan: toPlan(plan, locale),
    nextPlanId: row.renewal === 'off' ? null : row.plan_id,
    renewal: row.renewal,
    footageKeptUntil: row.footage_kept_until,
  } satisfies Complete<Subscription>;
}
