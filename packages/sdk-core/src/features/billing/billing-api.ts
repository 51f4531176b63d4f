import { signal } from '@preact/signals-core';
import {
  createOrder,
  getBalance,
  getBilling,
  getOrder,
  getUpcomingInvoices,
  listPaymentMethods,
  listPlans,
  listPlanVersions,
  listSubscriptions,
  listTransactions,
  payOrder,
  previewInvoice,
  putPlan,
  removePaymentMethod,
  requestInvoice,
  retirePlan,
  setDefaultPaymentMethod,
  topUpBalance,
} from '@watchpost/contract/endpoints/billing';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { Order, PlanVersion, TransactionPage } from '@watchpost/contract/schemas/billing';
import type { HttpRequestOptions } from '../../kernel/http.ts';
import { paged } from '../../kernel/paged.ts';
import { randomUuid } from '../../kernel/random.ts';
import type { BillingApi, BillingCallOptions, BillingOptions, BillingState, PaymentStep } from './billing-types.ts';
import type { BillingWatch } from './billing-watch.ts';

export interface BillingParts {
  readonly api: BillingApi;
  /** Ends the live state. */
  dispose(): void;
}

/** Timeout of calls that order or pay, ask for an order, or change how renewals are paid. */
const callTimeoutMs = 30_000;
/** Time before the state of a page without subscribers ends: a page that changes its screen subscribes again immediately. */
const idleTimeoutMs = 5000;

export function createBillingApi(options: BillingOptions): BillingParts {
  const { http, clock } = options;
  const state = signal<BillingState>({ kind: 'loading' }, { watched: () => void watch(), unwatched });
  let watcher: BillingWatch | null = null;
  let cancelIdle = (): void => {};
  /** Incremented by each end, so that code that loads afterwards starts nothing. */
  let generation = 0;

  async function watch(): Promise<void> {
    cancelIdle();
    const mine = (generation += 1);
    if (watcher) return;
    try {
      const { createBillingWatch } = await import('./billing-watch.ts');
      if (mine === generation) watcher = createBillingWatch({ ...options, state });
    } catch {
      // The page is offline, or the server has a newer version: the page works without the payment bar until the next subscriber.
    }
  }

  function unwatched(): void {
    cancelIdle = clock.after(idleTimeoutMs, end);
  }

  function end(): void {
    cancelIdle();
    generation += 1;
    watcher?.stop();
    watcher = null;
  }

  /** The key is made once per call: the repetition after a 401 carries it, too. */
  async function write<T>(target: Endpoint, { idempotencyKey = randomUuid(), ...call }: BillingCallOptions & HttpRequestOptions<T>) {
    const answer = await http.request<T>(target, { ...call, timeoutMs: callTimeoutMs, headers: { 'Idempotency-Key': idempotencyKey } });
    void watcher?.refresh();
    return answer;
  }

  const api: BillingApi = {
    state,
    refresh: async () => watcher?.refresh(),
    get: (call) => http.request(getBilling, { ...call }),
    balance: (call) => http.request(getBalance, { ...call }),
    plans: (call) => http.request(listPlans, { ...call }),
    subscriptions: (call) => http.request(listSubscriptions, { ...call }),
    upcomingInvoices: (call) => http.request(getUpcomingInvoices, { ...call }),
    preview: (cameraPlans, call) => http.request(previewInvoice, { ...call, body: { cameraPlans } }),
    order: (body, call) => write<Order>(createOrder, { ...call, body }),
    topUp: (amount, call) => write<Order>(topUpBalance, { ...call, body: { amount } }),
    requestInvoice: (body, call) => write<Order>(requestInvoice, { ...call, body }),
    orders: { get: (id, call) => http.request(getOrder, { ...call, parameters: { id }, timeoutMs: callTimeoutMs }) },
    pay: (id, payment, call) => write<PaymentStep>(payOrder, { ...call, parameters: { id }, body: payment, read: readStep }),
    waitForOrder: async (id, call = {}) => {
      const { waitForOrder } = await import('./billing-order-wait.ts');
      const order = await waitForOrder({ ...options, api, id, ...call });
      void watcher?.refresh();
      return order;
    },
    transactions: {
      list: ({ cursor: start, ...filter } = {}, call) =>
        paged(
          (cursor) => http.request<TransactionPage>(listTransactions, { ...call, query: { ...filter, cursor } }),
          start,
          ({ transactions }) => transactions,
        ),
    },
    paymentMethods: {
      list: (call) => http.request(listPaymentMethods, { ...call }),
      setDefault: async (id, call) => {
        await write(setDefaultPaymentMethod, { ...call, body: { customerPaymentMethodId: id } });
      },
      remove: async (id, call) => {
        await write(removePaymentMethod, { ...call, parameters: { id } });
      },
    },
    planVersions: {
      list: (call) => http.request(listPlanVersions, { ...call }),
      put: (id, body, call) => write<PlanVersion>(putPlan, { ...call, parameters: { id }, body }),
      retire: async (id, call) => {
        await write(retirePlan, { ...call, parameters: { id } });
      },
    },
  };
  return { api, dispose: end };
}

/** An invoice is a PDF, everything else JSON. */
async function readStep(response: Response): Promise<PaymentStep> {
  if (response.headers.get('Content-Type')?.startsWith('application/pdf')) return { next: 'invoice', pdf: await response.blob() };
  return response.json();
}
