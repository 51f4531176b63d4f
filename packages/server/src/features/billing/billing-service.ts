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
import type { CameraAccessResolver } from '../cameras/index.ts';
import { readTransactions } from './billing-history.ts';
import { readCustomerBalance } from './ledger/billing-ledger.ts';
import type { BillingTerms, Checkout } from './orders/billing-checkout.ts';
import type { PaymentMethods } from './orders/billing-methods.ts';
import type { Payments } from './orders/billing-payments.ts';
import { plansOnSale, readPlanVersions, toPlan } from './plans/billing-plan-versions.ts';
import { readUpcomingInvoices } from './subscriptions/billing-preview.ts';
import { readSubscriptions, startTrials, toSubscription } from './subscriptions/billing-subscription-rows.ts';

/** What the routes of billing answer. */
export interface BillingService {
  readonly checkout: Checkout;
  readonly payments: Payments;
  readonly methods: PaymentMethods;
  balance(customerId: string): Promise<Balance>;
  plans(locale: Locale): Promise<Plan[]>;
  subscriptions(customerId: string, locale: Locale): Promise<Subscription[]>;
  upcomingInvoices(customerId: string): Promise<UpcomingInvoices>;
  transactions(customerId: string, query: z.output<typeof listTransactionsQuery>): Promise<TransactionPage>;
  /** @throws {AppError} not-found for a camera that the viewer can't see; forbidden for one that is not the viewer's own */
  requireOwner(viewer: Viewer, cameraPlans: readonly CameraPlan[]): Promise<void>;
}

export interface BillingServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly terms: BillingTerms;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  readonly checkout: Checkout;
  readonly payments: Payments;
  readonly methods: PaymentMethods;
}

export function createBillingService({ db, clock, terms, resolveAccess, checkout, payments, methods }: BillingServiceDeps): BillingService {
  const { currency } = terms;
  return {
    checkout,
    payments,
    methods,
    balance: async (customerId) => ({ amount: await readCustomerBalance(db, customerId, currency), currency }),
    plans: async (locale) => (await plansOnSale(db, clock.now())).map((row) => toPlan(row, locale)),
    subscriptions: async (customerId, locale) => {
      await startTrials(db, customerId, clock.now());
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
    requireOwner: async ({ customerId }, cameraPlans) => {
      const owned = await db
        .selectFrom('cameras')
        .select('id')
        .where('owner_id', '=', customerId)
        .where(
          'id',
          'in',
          cameraPlans.map(({ cameraId }) => cameraId),
        )
        .execute();
      const ids = new Set(owned.map(({ id }) => id));
      const foreign = cameraPlans.filter(({ cameraId }) => !ids.has(cameraId));
      const visible = await Promise.all(foreign.map(({ cameraId }) => resolveAccess(customerId, cameraId)));
      if (visible.includes(null)) throw new AppError('not-found');
      if (foreign.length > 0) throw new AppError('forbidden');
    },
  };
}
