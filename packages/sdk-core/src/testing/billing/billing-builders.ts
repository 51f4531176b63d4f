import type {
  Order,
  PaymentMethod,
  Plan,
  PlanVersion,
  Subscription,
  Transaction,
  UpcomingInvoices,
} from '@watchpost/contract/schemas/billing';

/** Builds a monthly plan of 499 rubles; a test sets only the fields it depends on. */
export function buildPlan(plan: Partial<Plan> = {}): Plan {
  return {
    id: 'plan-7',
    name: '7 days',
    pricePerMonth: 49_900,
    currency: 'RUB',
    period: 'Monthly',
    months: 1,
    price: 49_900,
    isHd: true,
    archiveDays: 7,
    isMostPopular: false,
    isTrial: false,
    endDate: null,
    ...plan,
  };
}

/** Builds the first version of a plan that the operator stored by a call; a test sets only the fields it depends on. */
export function buildPlanVersion(version: Partial<PlanVersion> = {}): PlanVersion {
  return {
    id: 'week.1',
    plan: 'week',
    version: 1,
    source: 'call',
    name: { en: '7 days', ru: '7 дней' },
    period: 'Monthly',
    price: 49_900,
    currency: 'RUB',
    isHd: true,
    archiveDays: 7,
    isMostPopular: false,
    endDate: null,
    isOnSale: true,
    retiredAt: null,
    createdAt: 0,
    cameras: 0,
    ...version,
  };
}

/** Builds an active subscription that renews itself; a test sets only the fields it depends on. */
export function buildSubscription(subscription: Partial<Subscription> = {}): Subscription {
  return {
    cameraId: 'camera-1',
    isActivationRequired: false,
    state: 'Active',
    chargedThroughDate: Date.UTC(2026, 1, 1),
    plan: buildPlan(),
    nextPlanId: 'plan-7',
    renewal: 'scheduled',
    footageKeptUntil: null,
    ...subscription,
  };
}

/** Builds the upcoming invoices of charges; the balance covers none of them. */
export function buildUpcomingInvoices(
  items: readonly Partial<UpcomingInvoices['items'][number]>[] = [],
  invoices: Partial<Omit<UpcomingInvoices, 'items'>> = {},
): UpcomingInvoices {
  const all = items.map((item) => ({ cameraId: 'camera-1', startDate: Date.UTC(2026, 1, 1), planId: 'plan-7', amount: 49_900, ...item }));
  const total = all.reduce((sum, { amount }) => sum + amount, 0);
  return { balance: total, credits: 0, total, currency: 'RUB', items: all, ...invoices };
}

/** Builds a saved card; a test sets only the fields it depends on. */
export function buildPaymentMethod(method: Partial<PaymentMethod> = {}): PaymentMethod {
  return { id: 'card-1', brand: 'mir', last4: '4242', expiryMonth: 12, expiryYear: 2030, isDefault: true, ...method };
}

/** Builds an order that was not paid yet; a test sets only the fields it depends on. */
export function buildOrder(order: Partial<Order> = {}): Order {
  return {
    id: 'order-1',
    kind: 'subscription',
    state: 'created',
    failure: null,
    currency: 'RUB',
    total: 49_900,
    fromBalance: 0,
    toPay: 49_900,
    cameraPlans: [],
    paidWith: null,
    invoiceNumber: null,
    createdAt: 0,
    paidAt: null,
    ...order,
  };
}

/** Builds the charge of a plan; a test sets only the fields it depends on. */
export function buildTransaction(transaction: Partial<Transaction> = {}): Transaction {
  return {
    id: 'transaction-1',
    at: 0,
    kind: 'charge',
    amount: -49_900,
    currency: 'RUB',
    orderId: 'order-1',
    cameraIds: ['camera-1'],
    paidWith: 'card',
    last4: '4242',
    invoiceNumber: null,
    ...transaction,
  };
}
