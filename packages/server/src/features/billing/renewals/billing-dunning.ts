import type { Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../../adapters/mail/port.ts';
import type { PlanVersionsTable, SubscriptionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { customerAccount } from '../ledger/billing-accounts.ts';
import { postToLedger } from '../ledger/billing-ledger.ts';
import type { BillingTerms } from '../orders/billing-checkout.ts';
import { dayMs } from '../plans/billing-calendar.ts';
import { partOf } from '../subscriptions/billing-quote.ts';
import { endSubscription, update } from '../subscriptions/billing-subscription-rows.ts';
import type { BillingProblem } from './billing-email-texts.ts';
import { billingEmailMessage } from './billing-email-message.ts';

/** A subscription that is due, with the plan that it is renewed with. */
export interface DueSubscription {
  readonly row: SubscriptionsTable;
  readonly plan: PlanVersionsTable;
}

/** What happens to subscriptions that were not paid on their day. */
export interface Dunning {
  /** When the time to pay is over, Unix ms. */
  graceEnd(row: SubscriptionsTable): number;
  /**
   * Notes that subscriptions of one customer could not be paid: they go on until the time to pay is over, then they are blocked. The customer
   * is notified of the first failure and of the block.
   * @param transaction in which the customer is locked
   */
  fail(transaction: Db, customerId: string, due: readonly DueSubscription[]): Promise<void>;
}

export interface DunningDeps {
  readonly clock: Clock;
  readonly terms: BillingTerms;
  readonly mail: Pick<MailQueue, 'addWithin'>;
  readonly appOrigin: () => string | null;
}

export function createDunning({ clock, terms, mail, appOrigin }: DunningDeps): Dunning {
  const { currency, graceDays } = terms;
  const graceEnd = ({ charged_through: end, period_start: start }: SubscriptionsTable): number => (end ?? start) + graceDays * dayMs;

  const notify = async (transaction: Db, customerId: string, problem: BillingProblem, due: readonly DueSubscription[]): Promise<void> => {
    if (due.length === 0) return;
    const owner = await transaction
      .selectFrom('customers')
      .select(['email', 'locale', 'time_zone'])
      .where('id', '=', customerId)
      .executeTakeFirst();
    const cameras = await transaction
      .selectFrom('cameras')
      .select(['id', 'title', 'archive_days'])
      .where(
        'id',
        'in',
        due.map(({ row }) => row.camera_id),
      )
      .orderBy('title')
      .execute();
    if (!owner || cameras.length === 0) return;
    const until =
      problem === 'not-paid'
        ? Math.min(...due.map(({ row }) => graceEnd(row)))
        : clock.now() + Math.min(...cameras.map(({ archive_days: days }) => days)) * dayMs;
    const amount = due.reduce((sum, { plan }) => sum + plan.price, 0);
    const titles = cameras.map(({ title }) => title);
    await mail.addWithin(
      transaction,
      billingEmailMessage(owner, { problem, cameras: titles, amount, currency, until, appOrigin: appOrigin() }),
    );
  };

  /** Ends the service, and charges the whole days that it went on unpaid: a debt, if the balance does not cover them. */
  const block = async (transaction: Db, customerId: string, { row, plan }: DueSubscription): Promise<void> => {
    const { camera_id: cameraId, charged_through: end, period_start: start } = row;
    const now = clock.now();
    if (end !== null) {
      const amount = partOf(plan.price, Math.min(graceDays, Math.floor((now - end) / dayMs)), Math.round((end - start) / dayMs));
      if (amount > 0)
        await postToLedger(transaction, {
          key: `grace:${cameraId}:${end}`,
          kind: 'charge',
          at: now,
          customerId,
          cameraIds: [cameraId],
          paidWith: 'balance',
          currency,
          entries: [
            { account: customerAccount(customerId), amount: -amount },
            { account: 'revenue', amount },
          ],
        });
    }
    await endSubscription(transaction, row, 'Blocked', now);
  };

  return {
    graceEnd,
    fail: async (transaction, customerId, due) => {
      const now = clock.now();
      const over = due.filter(({ row }) => now >= graceEnd(row));
      const going = due.filter(({ row }) => now < graceEnd(row));
      for (const one of over) await block(transaction, customerId, one);
      for (const { row } of going)
        await update(
          transaction,
          row,
          { renewal: 'failed', failures: row.failures + 1, due_at: Math.min(now + dayMs, graceEnd(row)) },
          now,
        );
      await notify(
        transaction,
        customerId,
        'not-paid',
        going.filter(({ row }) => row.failures === 0),
      );
      await notify(transaction, customerId, 'paused', over);
    },
  };
}
