import type { Locale } from '@watchpost/contract/kernel';
import type { ReceiptLine } from '../../../adapters/payments/port.ts';
import type { OrdersTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { splitSum } from '../ledger/billing-split.ts';
import { readPlanVersions, toPlan } from '../plans/billing-plan-versions.ts';
import { itemsOf } from './billing-orders.ts';

/**
 * Splits what is paid of an order among its plans, to the minor unit. Credits and the balance have paid a part of it before, so the lines
 * are less than the prices.
 */
export async function receiptLines(db: Db, order: OrdersTable, locale: Locale): Promise<ReceiptLine[]> {
  const byPlan = new Map<string, { cameras: number; amount: number }>();
  for (const { planId, price, credit } of itemsOf(order)) {
    if (planId === null || price === 0) continue;
    const { cameras, amount } = byPlan.get(planId) ?? { cameras: 0, amount: 0 };
    byPlan.set(planId, { cameras: cameras + 1, amount: amount + price - credit });
  }
  const plans = await readPlanVersions(db, [...byPlan.keys()]);
  const bought = [...byPlan].flatMap(([planId, line]) => {
    const plan = plans.get(planId);
    // What a cheaper plan gives back pays for the other plans.
    return plan && line.amount > 0 ? [{ ...line, plan: toPlan(plan, locale).name }] : [];
  });
  const amounts = splitSum(
    bought.map(({ amount }) => amount),
    order.to_pay,
  );
  return bought.map((line, index) => ({ ...line, amount: amounts[index] ?? 0 })).filter(({ amount }) => amount > 0);
}
