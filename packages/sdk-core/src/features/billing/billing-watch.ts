import type { Signal } from '@preact/signals-core';
import { getBalance, getBilling, getUpcomingInvoices, listPaymentMethods, listSubscriptions } from '@watchpost/contract/endpoints/billing';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { Balance, Billing, PaymentMethod, Subscription, UpcomingInvoices } from '@watchpost/contract/schemas/billing';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import { toWatchpostError } from '../../kernel/errors.ts';
import type { WatchpostError } from '../../kernel/errors.ts';
import { paymentBar } from './billing-payment-bar.ts';
import { paymentLookAheadMs } from './billing-subscription-state.ts';
import type { BillingData, BillingOptions, BillingState } from './billing-types.ts';

export interface BillingWatchOptions extends BillingOptions {
  readonly state: Signal<BillingState>;
}

/** Keeps the state of billing up to date while it has subscribers. */
export interface BillingWatch {
  /** Loads everything again. Never rejects: a failure is the state. */
  refresh(): Promise<void>;
  stop(): void;
}

const requestTimeoutMs = 30_000;
const retryLimits = { minMs: 5000, maxMs: 300_000, floorMs: 1000 };
/** A charge is due, but the server has not made it yet. */
const overdueLimits = { minMs: 60_000, maxMs: 3_600_000, floorMs: 30_000 };
/** Timers stand still while a machine sleeps: nothing is later than this after it wakes up. */
const maxTimerMs = 3_600_000;
/** Another device may have paid. */
const maxAgeMs = 86_400_000;

export function createBillingWatch({ http, clock, serverClock, network, random, session, state }: BillingWatchOptions): BillingWatch {
  let abort = new AbortController();
  let cancelTimer = (): void => {};
  let customerId: string | null = null;
  let data: BillingData | null = null;
  /** Loads that failed, and loads that found a charge overdue, in a row. */
  let failures = 0;
  let overdue = 0;

  const stops = [
    session.current.subscribe((current) => {
      if (customerId === (current?.customerId ?? null)) return;
      customerId = current?.customerId ?? null;
      reset();
      if (customerId !== null) void refresh();
    }),
    network?.subscribe((online) => {
      if (online && failures > 0) void refresh();
    }),
  ];

  /** Forgets what another user would see. */
  function reset(): void {
    cancelTimer();
    abort.abort();
    data = null;
    failures = 0;
    overdue = 0;
    if (state.peek().kind !== 'loading') state.value = { kind: 'loading' };
  }

  async function refresh(): Promise<void> {
    if (customerId === null) return;
    cancelTimer();
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    try {
      const loaded = await load(signal);
      if (signal.aborted) return;
      failures = 0;
      data = loaded;
      if (loaded) show(loaded);
      else state.value = { kind: 'disabled' };
    } catch (error) {
      if (!signal.aborted) fail(toWatchpostError(error));
    }
  }

  /** Null where no plans are sold. */
  async function load(signal: AbortSignal): Promise<BillingData | null> {
    const get = <T>(endpoint: Endpoint): Promise<T> => http.request<T>(endpoint, { signal, timeoutMs: requestTimeoutMs });
    const billing = await get<Billing>(getBilling);
    if (!billing.isEnabled) return null;
    const [balance, upcomingInvoices, subscriptions, paymentMethods, cameras] = await Promise.all([
      get<Balance>(getBalance),
      get<UpcomingInvoices>(getUpcomingInvoices),
      get<Subscription[]>(listSubscriptions),
      get<PaymentMethod[]>(listPaymentMethods),
      get<Camera[]>(listCameras),
    ]);
    return { billing, balance, upcomingInvoices, subscriptions, paymentMethods, cameras, loadedAt: serverClock.now() };
  }

  function show(loaded: BillingData): void {
    const now = present(loaded);
    const { isOverdue, nextAt } = momentsOf(loaded, now);
    const retryMs = isOverdue ? backOffDelay(overdue, random(), overdueLimits) : Number.POSITIVE_INFINITY;
    overdue = isOverdue ? overdue + 1 : 0;
    waitUntil(now + Math.min(nextAt - now, retryMs, maxAgeMs));
  }

  function present(loaded: BillingData): number {
    const now = serverClock.now();
    state.value = { kind: 'ready', ...loaded, paymentBar: paymentBar({ ...loaded, now }) };
    return now;
  }

  /** @param at Unix milliseconds, by the server's clock */
  function waitUntil(at: number): void {
    cancelTimer = clock.after(Math.min(at - serverClock.now(), maxTimerMs), () => {
      if (serverClock.now() < at) return waitUntil(at);
      if (data) present(data);
      void refresh();
    });
  }

  function fail(error: WatchpostError): void {
    // A server of an earlier version has no billing.
    if (!data) state.value = error.code === 'not-found' ? { kind: 'disabled' } : { kind: 'failed', error };
    const isPassing = error.status === null || error.status >= 500 || error.code === 'too-many-requests';
    if (!isPassing && !data) return;
    const retryMs = Math.max(backOffDelay(failures, random(), retryLimits), (error.retryAfterSeconds ?? 0) * 1000);
    failures += 1;
    // Time goes on without a connection, too: the bar changes at its moment.
    const now = data ? present(data) : serverClock.now();
    const nextAt = data ? momentsOf(data, now).nextAt : Number.POSITIVE_INFINITY;
    waitUntil(now + Math.min(nextAt - now, isPassing ? retryMs : maxAgeMs));
  }

  return {
    refresh,
    stop() {
      for (const stop of stops) stop?.();
      reset();
    },
  };
}

/** Whether a charge or an end is due that the server has not made yet, and when the payment bar can change next, Unix milliseconds. */
function momentsOf(
  { upcomingInvoices, subscriptions }: BillingData,
  now: number,
): { readonly isOverdue: boolean; readonly nextAt: number } {
  const ends = [
    ...upcomingInvoices.items.map(({ startDate }) => startDate),
    // A plan that ended stays ended.
    ...subscriptions.flatMap(({ chargedThroughDate, isActivationRequired }) =>
      chargedThroughDate === null || isActivationRequired ? [] : [chargedThroughDate],
    ),
  ];
  // An invoice is announced from the first moment at which it begins before now plus four days.
  const announced = upcomingInvoices.items.map(({ startDate }) => startDate - paymentLookAheadMs + 1);
  return {
    isOverdue: ends.some((at) => at <= now),
    nextAt: Math.min(...[...ends, ...announced].filter((at) => at > now)),
  };
}
