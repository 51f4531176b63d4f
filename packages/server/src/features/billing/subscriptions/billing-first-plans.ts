import type { PlanVersionsTable, SubscriptionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { dayMs } from '../plans/billing-calendar.ts';
import { readSold, trialKey } from '../plans/billing-plan-versions.ts';

const trialMs = dayMs;
/** Cameras per statement. */
const batchRows = 200;

/**
 * Gives every camera without a subscription its trial, or in the demo a plan without an end.
 * @param options.customerId whose cameras; null for all
 * @param options.grantedPlan id of that plan; null for the trial
 * @param options.now Unix ms
 */
export async function startFirstPlans(
  db: Db,
  { customerId, grantedPlan, now }: { readonly customerId: string | null; readonly grantedPlan: string | null; readonly now: number },
): Promise<void> {
  for (;;) {
    const cameras = await db
      .selectFrom('cameras')
      .select(['id', 'owner_id'])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('subscriptions').select('camera_id').whereRef('camera_id', '=', 'cameras.id'))),
      )
      .$if(customerId !== null, (query) => query.where('owner_id', '=', customerId ?? ''))
      .limit(batchRows)
      .execute();
    if (cameras.length === 0) return;
    const terms = grantedPlan === null ? trialOf(await readSold(db, trialKey), now) : grantOf(await readSold(db, grantedPlan));
    await db
      .insertInto('subscriptions')
      .values(
        cameras.map(({ id, owner_id }): SubscriptionsTable => ({
          camera_id: id,
          customer_id: owner_id,
          state: 'Active',
          is_activation_required: 0,
          period_start: now,
          anchor_day: new Date(now).getUTCDate(),
          paid: 0,
          footage_kept_until: null,
          revision: 1,
          failures: 0,
          updated_at: now,
          ...terms,
        })),
      )
      .onConflict((conflict) => conflict.column('camera_id').doNothing())
      .execute();
    if (cameras.length < batchRows) return;
  }
}

type FirstTerms = Pick<SubscriptionsTable, 'plan_id' | 'charged_through' | 'renewal' | 'due_at'>;

function trialOf({ id }: PlanVersionsTable, now: number): FirstTerms {
  return { plan_id: id, charged_through: now + trialMs, renewal: 'off', due_at: now + trialMs };
}

/** It has no day on which it would be charged, or end. */
function grantOf({ id }: PlanVersionsTable): FirstTerms {
  return { plan_id: id, charged_through: null, renewal: 'scheduled', due_at: null };
}

/**
 * Makes cameras follow a start with the demo, or the first one without it: the demo gives its plan to those whose trial would end or
 * whose plan has ended, because it must not stop anyone's recording; and an operator's own plans begin with the trial.
 * @param grantedPlan as of `startFirstPlans`
 */
export async function resetGrants(db: Db, grantedPlan: string | null): Promise<void> {
  await db
    .deleteFrom('subscriptions')
    .where(({ eb, and, or, selectFrom }) =>
      grantedPlan === null
        ? and([
            eb('charged_through', 'is', null),
            // A plan that was bought without an end has no period.
            eb('plan_id', 'in', selectFrom('plan_versions').select('id').where('period', '<>', 'NoBillingPeriod')),
          ])
        : or([eb('state', '<>', 'Active'), eb('plan_id', 'in', selectFrom('plan_versions').select('id').where('is_trial', '=', 1))]),
    )
    .execute();
}
