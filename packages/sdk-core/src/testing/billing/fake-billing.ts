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
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type {
  Balance,
  Billing,
  CameraPlan,
  CreateOrderBody,
  InvoicePreview,
  Order,
  PaymentMethod,
  PayOrderBody,
  Plan,
  PlanVersion,
  RequestInvoiceBody,
  Subscription,
  Transaction,
  UpcomingInvoices,
} from '@watchpost/contract/schemas/billing';
import { buildOrder, buildPlanVersion, buildUpcomingInvoices } from './billing-builders.ts';

/** The in-memory server's billing. It charges nothing by itself: a test moves orders on, and sets what comes of them. */
export interface FakeBillingState {
  /** Disabled by default. */
  billing: Billing;
  balance: Balance;
  plans: Plan[];
  /** Versions that the operator's calls return; plans on sale are set by `plans`. */
  planVersions: PlanVersion[];
  subscriptions: Subscription[];
  upcomingInvoices: UpcomingInvoices;
  paymentMethods: PaymentMethod[];
  /** Newest first. */
  transactions: Transaction[];
  readonly orders: Map<string, Order>;
  /** Answers by Idempotency-Key: a repeated call gets the first one. */
  readonly answeredKeys: Map<string, object>;
}

/** Where the fake's payment service has its page. */
const paymentPage = 'https://pay.test/';

export function createFakeBilling(): FakeBillingState {
  return {
    billing: { isEnabled: false },
    balance: { amount: 0, currency: 'RUB' },
    plans: [],
    planVersions: [],
    subscriptions: [],
    upcomingInvoices: buildUpcomingInvoices(),
    paymentMethods: [],
    transactions: [],
    orders: new Map(),
    answeredKeys: new Map(),
  };
}

interface FakeBillingCall {
  readonly is: (endpoint: Endpoint) => boolean;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Answers a call about billing; null for any other call. */
export function answerBilling(call: FakeBillingCall, state: FakeBillingState): Response | ErrorCode | null {
  const { is, path, query, body } = call;
  if (is(getBilling)) return Response.json(state.billing);
  if (is(getBalance)) return Response.json(state.balance);
  if (is(listPlans)) return Response.json(state.plans);
  if (is(listSubscriptions)) return Response.json(state.subscriptions);
  if (is(getUpcomingInvoices)) return Response.json(state.upcomingInvoices);
  if (is(listPaymentMethods)) return Response.json(state.paymentMethods);
  if (is(previewInvoice)) return asResponse(preview(asBody<CreateOrderBody>(body).cameraPlans, call.now, state));
  if (is(listTransactions)) return Response.json(transactionPage(query, state));
  if (is(getOrder)) return asResponse(state.orders.get(path.split('/').at(-1) ?? '') ?? 'not-found');
  if (is(setDefaultPaymentMethod)) {
    const id = body['customerPaymentMethodId'];
    if (!state.paymentMethods.some((method) => method.id === id)) return 'not-found';
    state.paymentMethods = state.paymentMethods.map((method) => ({ ...method, isDefault: method.id === id }));
    return Response.json(state.paymentMethods);
  }
  if (is(removePaymentMethod)) {
    const left = state.paymentMethods.filter(({ id }) => !path.endsWith(`/${id}`));
    if (left.length === state.paymentMethods.length) return 'not-found';
    state.paymentMethods = left;
    return new Response(null, { status: 204 });
  }
  return answerPlans(call, state) ?? answerOrders(call, state);
}

function answerPlans({ is, path, body, now }: FakeBillingCall, state: FakeBillingState): Response | ErrorCode | null {
  const plan = path.split('/').at(-1) ?? '';
  const isSold = (version: PlanVersion): boolean => version.plan === plan && version.retiredAt === null;
  const sold = state.planVersions.find(isSold);
  if (is(listPlanVersions)) return Response.json(state.planVersions);
  if (!is(putPlan) && !is(retirePlan)) return null;
  if (sold?.source === 'file') return 'plan-on-file';
  if (is(retirePlan) && !sold) return 'not-found';
  state.planVersions = state.planVersions.map((version) => (isSold(version) ? { ...version, isOnSale: false, retiredAt: now } : version));
  if (is(retirePlan)) return new Response(null, { status: 204 });
  const version = state.planVersions.filter((each) => each.plan === plan).length + 1;
  const put = buildPlanVersion({ ...asBody<Partial<PlanVersion>>(body), id: `${plan}.${version}`, plan, version, createdAt: now });
  state.planVersions.push(put);
  return Response.json(put);
}

function answerOrders({ is, path, body, headers, now }: FakeBillingCall, state: FakeBillingState): Response | ErrorCode | null {
  const once = (answer: () => object | ErrorCode): Response | ErrorCode => {
    const key = headers.get('Idempotency-Key') ?? '';
    if (key === '') return 'invalid-request';
    const given = state.answeredKeys.get(key) ?? answer();
    if (isCode(given)) return given;
    state.answeredKeys.set(key, given);
    return given instanceof Blob ? new Response(given) : Response.json(given);
  };
  const add = (order: Partial<Order>): Order => {
    const added = buildOrder({ createdAt: now, ...order, id: `order-${state.orders.size + 1}` });
    state.orders.set(added.id, added);
    return added;
  };
  const plansFor = ({ cameraPlans, expectedToPay }: CreateOrderBody, more: Partial<Order> = {}): Order | ErrorCode => {
    const calculated = preview(cameraPlans, now, state);
    if (isCode(calculated) || calculated.toPay !== expectedToPay) return 'plan-outdated';
    const { total, fromBalance, toPay } = calculated;
    return add({ ...more, kind: 'subscription', cameraPlans: [...cameraPlans], total, fromBalance, toPay });
  };
  const topUp = (amount: number, more: Partial<Order> = {}): Order => add({ ...more, kind: 'balance', total: amount, toPay: amount });
  if (is(createOrder)) return once(() => plansFor(asBody(body)));
  if (is(topUpBalance)) return once(() => topUp(Number(body['amount'])));
  if (is(requestInvoice))
    return once(() => {
      const { purpose } = asBody<RequestInvoiceBody>(body);
      const invoice = { paidWith: 'invoice', invoiceNumber: String(state.orders.size + 1) } as const;
      return purpose.kind === 'balance' ? topUp(purpose.amount, invoice) : plansFor(purpose, invoice);
    });
  if (is(payOrder)) {
    const order = state.orders.get(path.split('/').at(-2) ?? '');
    return order ? once(() => pay(order, asBody(body), now, state)) : 'not-found';
  }
  return null;
}

function pay(order: Order, payment: PayOrderBody, now: number, state: FakeBillingState): object | ErrorCode {
  if (order.state === 'processing') return 'payment-in-progress';
  if (order.state !== 'created') return 'order-not-payable';
  if (payment.method === 'invoice') return new Blob([`%PDF-1.7 invoice ${order.invoiceNumber}`], { type: 'application/pdf' });
  if (payment.method === 'balance') {
    if (state.balance.amount < order.total) return 'order-not-payable';
    state.balance = { ...state.balance, amount: state.balance.amount - order.total };
    state.orders.set(order.id, { ...order, state: 'completed', paidWith: 'balance', paidAt: now });
    return { next: 'done' };
  }
  state.orders.set(order.id, { ...order, state: 'processing', paidWith: 'card' });
  return payment.paymentMethodId === null ? { next: 'redirect', url: paymentPage + order.id } : { next: 'wait' };
}

function preview(cameraPlans: readonly CameraPlan[], now: number, state: FakeBillingState): InvoicePreview | 'plan-outdated' {
  const prices = cameraPlans.map(({ planId }) => (planId === null ? 0 : state.plans.find(({ id }) => id === planId)?.price));
  if (prices.includes(undefined)) return 'plan-outdated';
  const total = prices.reduce<number>((sum, price = 0) => sum + price, 0);
  const fromBalance = Math.min(total, Math.max(0, state.balance.amount));
  const items = cameraPlans.map((plan, index) => ({ ...plan, price: prices[index] ?? 0, credit: 0, startsAt: now, endsAt: null }));
  return {
    currency: state.balance.currency,
    items,
    total,
    fromBalance,
    toPay: total - fromBalance,
    toBalance: 0,
    nextCharges: [],
  };
}

/** The cursor is the index of the next transaction. */
function transactionPage(query: URLSearchParams, { transactions }: FakeBillingState): object {
  const [from, before, kind] = [Number(query.get('from') ?? 0), Number(query.get('before') ?? Infinity), query.get('kind')];
  const [start, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 50)];
  const found = transactions.filter((each) => each.at >= from && each.at < before && (kind === null || each.kind === kind));
  const next = start + limit < found.length ? String(start + limit) : null;
  return { transactions: found.slice(start, start + limit), next };
}

function asResponse(answer: object | ErrorCode): Response | ErrorCode {
  return isCode(answer) ? answer : Response.json(answer);
}

function isCode(answer: object | ErrorCode): answer is ErrorCode {
  return typeof answer === 'string';
}

/** The client sends bodies of the contract's type; the fake does not check them again. */
function asBody<Body>(body: Readonly<Record<string, unknown>>): Body {
  return JSON.parse(JSON.stringify(body));
}
