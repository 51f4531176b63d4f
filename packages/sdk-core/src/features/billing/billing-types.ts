import type { ReadonlySignal } from '@preact/signals-core';
import type {
  Balance,
  Billing,
  CameraPlan,
  CreateOrderBody,
  InvoicePreview,
  Order,
  PaymentAnswer,
  PaymentMethod,
  PayOrderBody,
  Plan,
  PlanVersion,
  PutPlanBody,
  RequestInvoiceBody,
  Subscription,
  Transaction,
  TransactionPage,
  UpcomingInvoices,
} from '@watchpost/contract/schemas/billing';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { Paged } from '../../kernel/paged.ts';
import type { CallOptions, ClockPort, NetworkPort } from '../../kernel/ports.ts';
import type { ServerClock } from '../../kernel/timing/server-clock.ts';
import type { SessionApi } from '../session/index.ts';
import type { PaymentBar } from './billing-payment-bar.ts';

/** What the feature needs of its client. */
export interface BillingOptions {
  readonly http: HttpClient;
  readonly clock: ClockPort;
  readonly serverClock: Pick<ServerClock, 'now'>;
  readonly network: NetworkPort | null;
  /** 0 to 1. */
  readonly random: () => number;
  readonly session: Pick<SessionApi, 'current'>;
}

/** A call that changes something. It fails with `network` after 30 s: repeat it with the same key, and it happens once. */
export interface BillingCallOptions extends CallOptions {
  /** 16 to 64 visible ASCII characters, for 24 hours; random by default. Keep it to repeat the call after a reload. */
  readonly idempotencyKey?: string | undefined;
}

/** How long to wait for an order. */
export interface WaitForOrderOptions extends CallOptions {
  /** Milliseconds; ten minutes by default. */
  readonly timeoutMs?: number | undefined;
}

/** Which transactions to return; absent fields don't filter. */
export interface TransactionFilter {
  readonly kind?: Transaction['kind'] | undefined;
  /** Unix milliseconds, inclusive. */
  readonly from?: number | undefined;
  /** Unix milliseconds, exclusive. */
  readonly before?: number | undefined;
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
  /** Transactions per page, 1 to 200; 50 by default. */
  readonly limit?: number | undefined;
}

/**
 * What a payment leads to. `redirect`: open the payment service's page. `wait`: it is being processed, see `waitForOrder`. `done`: the balance
 * covered it. `invoice`: its PDF.
 */
export type PaymentStep = PaymentAnswer | { readonly next: 'invoice'; readonly pdf: Blob };

/** Everything that the payment bar depends on, as of `loadedAt`. */
export interface BillingData {
  readonly billing: Extract<Billing, { isEnabled: true }>;
  readonly balance: Balance;
  readonly upcomingInvoices: UpcomingInvoices;
  readonly subscriptions: readonly Subscription[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly cameras: readonly Camera[];
  /** Unix milliseconds, by the server's clock. */
  readonly loadedAt: number;
}

/**
 * `loading`: also without subscribers and without a session. `disabled`: the operator sells no plans. `failed`: nothing could be loaded; after a
 * lost connection it is tried again.
 */
export type BillingState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'disabled' }
  | (BillingData & { readonly kind: 'ready'; readonly paymentBar: PaymentBar })
  | { readonly kind: 'failed'; readonly error: WatchpostError };

/** Plans of cameras, the account's balance and payments. Amounts are integers in minor units (kopecks, cents), times Unix milliseconds. */
export interface BillingApi {
  /**
   * What a payment bar and its dot show, and what they depend on. It is loaded with the first subscriber and again whenever the bar could
   * change: four days before a charge, on the day of a charge, and after this client's own orders. Without plans on sale nothing is requested.
   * @example
   * const stop = client.billing.state.subscribe((state) => show(state.kind === 'ready' ? state.paymentBar.state : null));
   */
  readonly state: ReadonlySignal<BillingState>;
  /** Loads `state` again, for example after a camera was added. Does nothing without subscribers. */
  refresh(): Promise<void>;
  /** Returns whether plans are sold here, and how they can be paid for. @example const { isEnabled } = await client.billing.get(); */
  get(options?: CallOptions): Promise<Billing>;
  /** Returns the account's balance; a debt is negative. @example formatMoney(await client.billing.balance(), { locale: 'ru' }); */
  balance(options?: CallOptions): Promise<Balance>;
  /** Lists the plans on sale. @example const [plan] = await client.billing.plans({ signal }); */
  plans(options?: CallOptions): Promise<Plan[]>;
  /** Lists the subscriptions of the user's own cameras. */
  subscriptions(options?: CallOptions): Promise<Subscription[]>;
  /** Returns the next charge of each camera, soonest first, and what is left to pay after the balance. */
  upcomingInvoices(options?: CallOptions): Promise<UpcomingInvoices>;
  /**
   * Calculates what an order would cost now, without ordering. A `planId` of null ends the camera's plan on the day until which it is paid.
   * @param cameraPlans 1 to 200, each camera once
   * @throws {WatchpostError} `plan-outdated` for a plan that is no longer sold: where another version replaces it, `details.preview` is what that
   *   costs; `not-found` for a camera that is not the user's own
   * @example const { toPay, nextCharges } = await client.billing.preview([{ cameraId: camera.id, planId: plan.id }]);
   */
  preview(cameraPlans: readonly CameraPlan[], options?: CallOptions): Promise<InvoicePreview>;
  /**
   * Orders plans at the total that was shown; `pay` pays for them.
   * @throws {WatchpostError} as `preview`; `plan-outdated` also if the order would cost anything but `expectedToPay`: its `details.preview` is
   *   what it costs now
   * @example
   * const cameraPlans = [{ cameraId: camera.id, planId: plan.id }];
   * const { toPay: expectedToPay } = await client.billing.preview(cameraPlans);
   * const order = await client.billing.order({ cameraPlans, expectedToPay });
   */
  order(body: CreateOrderBody, options?: BillingCallOptions): Promise<Order>;
  /**
   * Orders a top-up of the balance; `pay` pays for it.
   * @param amount minor units, within `minTopUp` and `maxTopUp` of `get()`
   * @throws {WatchpostError} `invalid-request` for an amount outside of these
   * @example const order = await client.billing.topUp(50_000);
   */
  topUp(amount: number, options?: BillingCallOptions): Promise<Order>;
  /**
   * Orders plans, or a top-up, to be paid by invoice; `pay` with `{ method: 'invoice' }` returns its PDF.
   * @throws {WatchpostError} `invalid-request` for a tax id with a wrong checksum; `plan-outdated` as `order`
   * @example const order = await client.billing.requestInvoice({ payer, purpose: { kind: 'balance', amount: 500_000 } });
   */
  requestInvoice(body: RequestInvoiceBody, options?: BillingCallOptions): Promise<Order>;
  readonly orders: {
    /** Returns an order. @throws {WatchpostError} `not-found` @example const { state } = await client.billing.orders.get(order.id); */
    get(id: string, options?: CallOptions): Promise<Order>;
  };
  /**
   * Pays an order. Only the payment service's confirmation makes an order paid, never the customer's return from its page.
   * @throws {WatchpostError} `order-not-payable` for an order that is paid or canceled, `payment-in-progress`, `payment-provider-unavailable`
   * @example
   * const step = await client.billing.pay(order.id, { method: 'card', paymentMethodId: null, isSaved: true, returnUrl: location.href });
   * if (step.next === 'redirect') location.assign(step.url);
   */
  pay(orderId: string, payment: PayOrderBody, options?: BillingCallOptions): Promise<PaymentStep>;
  /**
   * Waits until an order is completed, failed or cancelled, and returns it. Asks again after 1 s at first and every 15 s at last; a lost
   * connection is waited for.
   * @throws {WatchpostError} `payment-in-progress` after the timeout, `not-found`, `aborted`
   * @example
   * const { state, failure } = await client.billing.waitForOrder(order.id, { signal, timeoutMs: 300_000 });
   */
  waitForOrder(id: string, options?: WaitForOrderOptions): Promise<Order>;
  readonly transactions: {
    /**
     * Lists what moved the balance, newest first: a page, or with `for await` all of it.
     * @example for await (const { at, kind, amount } of client.billing.transactions.list({ kind: 'charge' })) console.log(new Date(at), kind, amount);
     */
    list(filter?: TransactionFilter, options?: CallOptions): Paged<TransactionPage, Transaction>;
  };
  readonly paymentMethods: {
    /** Lists the saved cards. */
    list(options?: CallOptions): Promise<PaymentMethod[]>;
    /** Chooses the card that renewals are charged to. @throws {WatchpostError} `not-found` */
    setDefault(id: string, options?: BillingCallOptions): Promise<void>;
    /** Removes a saved card. @throws {WatchpostError} `not-found` */
    remove(id: string, options?: BillingCallOptions): Promise<void>;
  };
  /** For operators; everyone else gets `forbidden`. What a camera has stays as it was bought. */
  readonly planVersions: {
    /** Lists every version of every plan, also those that are not sold any more. */
    list(options?: CallOptions): Promise<PlanVersion[]>;
    /**
     * Creates a plan. Another price, period, picture or archive is another version, which is sold from now on; a name is changed in place.
     * @param id 1 to 48 lower-case letters, digits and dashes
     * @throws {WatchpostError} `plan-on-file` for a plan of the server's plans file, `invalid-request`
     * @example
     * const name = { en: '14 days', ru: '14 дней' };
     * await client.billing.planVersions.put('two-weeks', { name, period: 'Monthly', price: 39_900, archiveDays: 14 });
     */
    put(id: string, plan: PutPlanBody, options?: BillingCallOptions): Promise<PlanVersion>;
    /** Ends the sale of a plan. @throws {WatchpostError} `plan-on-file`, `not-found` */
    retire(id: string, options?: BillingCallOptions): Promise<void>;
  };
}
