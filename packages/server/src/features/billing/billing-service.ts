import type { Locale } from '@watchpost/contract/kernel';
import type {
  Balance,
  CameraPlan,
  listTransactionsQuery,
  Plan,
  Subscription,
  TransactionPage,
  UpcomingInvoices,
} from '@watchpost/contract/schemas/billing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { z } from 'zod';
import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import { accessOf, readAccessRows } from '../cameras/index.ts';
import { readTransactions } from './billing-history.ts';
import type { Invoices } from './invoices/billing-invoices.ts';
import { readCustomerBalance } from './ledger/billing-ledger.ts';
import type { BillingTerms, Checkout } from './orders/billing-checkout.ts';
import type { PaymentMethods } from './orders/billing-methods.ts';
import type { Payments } from './orders/billing-payments.ts';
import { plansOnSale, readPlanVersions, toPlan } from './plans/billing-plan-versions.ts';
import { readUpcomingInvoices } from './subscriptions/billing-preview.ts';
import { startFirstPlans } from './subscriptions/billing-first-plans.ts';
import { readSubscriptions, toSubscription } from './subscriptions/billing-subscription-rows.ts';

/** What the routes of billing answer. */
export interface BillingService {
  readonly checkout: Checkout;
  readonly payments: Payments;
  readonly methods: PaymentMethods;
  readonly invoices: Invoices;
  balance(customerId: string): Promise<Balance>;
  plans(locale: Locale): Promise<Plan[]>;
  subscriptions(customerId: string, locale: Locale): Promise<Subscription[]>;
  upcomingInvoices(customerId: string): Promise<UpcomingInvoices>;
  transactions(customerId: string, query: z.output<typeof listTransactionsQuery>): Promise<TransactionPage>;
  /** @throws {AppError} not-found for a camera that the viewer can't see; forbidden for one whose subscription they don't manage */
  requireManagedSubscriptions(viewer: Viewer, cameraPlans: readonly CameraPlan[]): Promise<void>;
}

export interface BillingServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly terms: BillingTerms;
  readonly checkout: Checkout;
  readonly payments: Payments;
  readonly methods: PaymentMethods;
  readonly invoices: Invoices;
}

export function createBillingService({ db, clock, terms, checkout, payments, methods, invoices }: BillingServiceDeps): BillingService {
  const { currency, grantedPlan } = terms;
  return {
    checkout,
    payments,
    methods,
    invoices,
    balance: async (customerId) => ({ amount: await readCustomerBalance(db, customerId, currency), currency }),
    plans: async (locale) => (await plansOnSale(db, clock.now())).map((row) => toPlan(row, locale)),
    subscriptions: async (customerId, locale) => {
      await startFirstPlans(db, { customerId, grantedPlan, now: clock.now() });
      const rows = [...(await readSubscriptions(db, customerId)).values()];
      const plans = await readPlanVersions(
        db,
        rows.map(({ plan_id }) => plan_id),
      );
      return rows.flatMap((row) => {
        const plan = plans.get(row.plan_id);
        return plan ? [toSubscription(row, plan, locale)] : [];
      });
    },
    upcomingInvoices: (customerId) => readUpcomingInvoices(db, customerId, currency),
    transactions: (customerId, query) => readTransactions(db, customerId, query),
    requireManagedSubscriptions: async ({ customerId }, cameraPlans) => {
      const cameraIds = cameraPlans.map(({ cameraId }) => cameraId);
      const rows = await readAccessRows(db, customerId, cameraIds);
      const accesses = rows.map((row) => accessOf(row, customerId, clock.now())).filter((access) => access !== null);
      // The contract accepts no camera twice.
      if (accesses.length < cameraIds.length) throw new AppError('not-found');
      if (!accesses.every(({ capabilities }) => capabilities.canManageSubscription)) throw new AppError('forbidden');
    },
  };
}
