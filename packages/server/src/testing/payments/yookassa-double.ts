import type { Clock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import { startProviderDouble, type DoubleAnswer, type DoubleRequest, type ProviderDouble } from './provider-double.ts';
import { createNotificationQueue } from './provider-notifications.ts';
import type { HostedPages, HostedPayment } from './provider-page.ts';
import { brandOfCard, last4OfCard, type TestCard, type TestNotification } from './test-cards.ts';

const pageLifeMs = 60 * 60_000;

interface Payment {
  id: string;
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  amount: { value: string; currency: string };
  metadata: Record<string, string>;
  reason: string | null;
  card: TestCard | null;
  /** The id of the saved method; null for one that is not. */
  method: string | null;
  isSaved: boolean;
  hasPage: boolean;
  isQuestion: boolean;
  createdAt: number;
  returnUrl: string;
  accountId: string;
}

const createBody = z.object({
  amount: z.object({ value: z.string().regex(/^\d+\.\d{2}$/), currency: z.literal('RUB') }),
  capture: z.literal(true),
  description: z.string().max(128),
  metadata: z.record(z.string(), z.string()),
  save_payment_method: z.boolean().optional(),
  payment_method_data: z.object({ type: z.literal('bank_card') }).optional(),
  payment_method_id: z.string().optional(),
  confirmation: z.object({ type: z.literal('redirect'), return_url: z.url(), locale: z.enum(['ru_RU', 'en_US']) }).optional(),
  receipt: z
    .object({
      customer: z.object({ email: z.email() }),
      items: z.array(z.object({ quantity: z.literal('1.00'), amount: z.object({ value: z.string(), currency: z.literal('RUB') }) })).min(1),
    })
    .optional(),
});

/** YooKassa's API and its page, as far as the driver uses them; written from YooKassa's documentation. */
export interface YooKassaDouble extends ProviderDouble {
  readonly shopId: string;
  readonly secretKey: string;
  /** The variables of a server that sells by it. */
  readonly environment: Readonly<Record<string, string>>;
  count(): number;
  pay(pageUrl: string, card: TestCard): void;
  authenticate(pageUrl: string, isConfirmed: boolean): void;
  tick(): void;
  /** @returns the id of the saved method */
  saveCard(card: TestCard): string;
  takeNotifications(): TestNotification[];
  /** From now on notifications are posted there as things happen, in order, each until it is accepted. */
  deliverTo(url: string): void;
  /** Lists show new payments after a while only. */
  setListed(isListed: boolean): void;
  /** Moves all payments to another shop: what a foreign account's payment looks like. */
  moveToShop(accountId: string): void;
  /** Holds the money of all payments, as a shop does that captures it later. */
  hold(): void;
  /** Changes the amount of all payments. */
  setAmount(value: string): void;
}

export async function startYooKassaDouble(clock: Pick<Clock, 'now' | 'after'>): Promise<YooKassaDouble> {
  const shopId = '100500';
  const secretKey = 'test_doubleOfYooKassa42';
  const payments = new Map<string, Payment>();
  const saved = new Map<string, TestCard>();
  const answers = new Map<string, { readonly body: string; readonly id: string }>();
  const notifications = createNotificationQueue(clock);
  let last = 0;
  let isListed = true;
  const newId = (): string => `2f${String((last += 1)).padStart(6, '0')}-000f-5000-8000-1266280f5141`;

  const show = (payment: Payment): object => {
    const { id, status, amount, metadata, reason, card, method, hasPage, createdAt, accountId } = payment;
    return {
      id,
      status,
      paid: status === 'succeeded',
      amount,
      created_at: new Date(createdAt).toISOString(),
      metadata,
      recipient: { account_id: accountId, gateway_id: '100700' },
      refundable: false,
      test: true,
      ...(hasPage && { confirmation: { type: 'redirect', confirmation_url: `${double.origin}/checkout?orderId=${id}` } }),
      ...(reason !== null && { cancellation_details: { party: 'payment_network', reason } }),
      ...(card && {
        payment_method: {
          type: 'bank_card',
          id: method ?? id,
          saved: method !== null,
          title: 'Bank card',
          card: {
            first6: '220000',
            last4: last4OfCard(card),
            expiry_year: '2040',
            expiry_month: '12',
            card_type: { mir: 'Mir', visa: 'Visa', mastercard: 'MasterCard', other: 'Unknown' }[brandOfCard(card)],
          },
        },
      }),
    };
  };
  const end = (payment: Payment, reason: string | null): void => {
    payment.status = reason === null ? 'succeeded' : 'canceled';
    payment.reason = reason;
    payment.isQuestion = false;
    if (reason === null && payment.isSaved && payment.card) {
      payment.method = payment.id;
      saved.set(payment.id, payment.card);
    }
    const event = reason === null ? 'payment.succeeded' : 'payment.canceled';
    const body = JSON.stringify({ type: 'notification', event, object: show(payment) });
    notifications.push(() => ({ headers: {}, body }));
  };
  const charge = (payment: Payment, card: TestCard): void => {
    payment.card = card;
    if (card === 'declined') end(payment, 'insufficient_funds');
    else if (card === 'authentication') {
      if (payment.hasPage) payment.isQuestion = true;
      else end(payment, '3d_secure_failed');
    } else if (card !== 'late') end(payment, null);
  };

  const create = (request: DoubleRequest): DoubleAnswer => {
    const key = request.headers['idempotence-key'];
    if (typeof key !== 'string' || key.length > 64) return refusal(400, 'invalid_request', 'Idempotence-Key');
    const earlier = answers.get(key);
    if (earlier) {
      const payment = payments.get(earlier.id);
      return payment && earlier.body === request.body
        ? { status: 200, body: show(payment) }
        : refusal(400, 'invalid_request', 'Idempotence-Key');
    }
    const parsed = createBody.safeParse(JSON.parse(request.body));
    if (!parsed.success) return refusal(400, 'invalid_request', String(parsed.error.issues[0]?.path.join('.')));
    const { amount, metadata, receipt, confirmation, payment_method_id: method, save_payment_method: isSaved } = parsed.data;
    if (receipt && sumOf(receipt.items.map((item) => item.amount.value)) !== sumOf([amount.value]))
      return refusal(400, 'invalid_request', 'receipt');
    const card = method === undefined ? null : saved.get(method);
    if (card === undefined || (card === null && !confirmation)) return refusal(400, 'invalid_request', 'payment_method_id');
    const payment: Payment = {
      id: newId(),
      status: 'pending',
      amount,
      metadata,
      reason: null,
      card: null,
      method: method ?? null,
      isSaved: isSaved === true,
      hasPage: card === null,
      isQuestion: false,
      createdAt: clock.now(),
      returnUrl: confirmation?.return_url ?? '',
      accountId: shopId,
    };
    payments.set(payment.id, payment);
    answers.set(key, { body: request.body, id: payment.id });
    if (card !== null) charge(payment, card);
    return { status: 200, body: show(payment) };
  };
  /** Only what is held can be cancelled: a payment that waits for the customer ends by itself. */
  const cancel = (payment: Payment): DoubleAnswer => {
    if (payment.status !== 'waiting_for_capture') return refusal(400, 'invalid_request', 'status');
    end(payment, 'canceled_by_merchant');
    return { status: 200, body: show(payment) };
  };
  const list = ({ searchParams }: URL): DoubleAnswer => {
    const since = Date.parse(searchParams.get('created_at.gte') ?? '1970-01-01');
    const start = Number(searchParams.get('cursor') ?? 0);
    const found = [...payments.values()].filter(({ createdAt }) => isListed && createdAt >= since).reverse();
    const next = start + Number(searchParams.get('limit') ?? 10);
    const items = found.slice(start, next).map(show);
    return { status: 200, body: { type: 'list', items, ...(next < found.length && { next_cursor: String(next) }) } };
  };
  const answer = (request: DoubleRequest): DoubleAnswer => {
    const { method, url, headers } = request;
    const credentials = Buffer.from(`${shopId}:${secretKey}`).toString('base64');
    if (headers.authorization !== `Basic ${credentials}`) return refusal(401, 'invalid_credentials');
    if (url.pathname === '/v3/payments') return method === 'POST' ? create(request) : list(url);
    const [id = '', action] = url.pathname.replace('/v3/payments/', '').split('/');
    const payment = payments.get(id);
    if (payment && method === 'POST' && action === 'cancel') return cancel(payment);
    return payment && method === 'GET' ? { status: 200, body: show(payment) } : refusal(404, 'not_found');
  };

  const codes: Readonly<Record<number, string>> = { 429: 'too_many_requests', 401: 'invalid_credentials' };
  const find = (pageUrl: string): Payment => payments.get(orderOf(new URL(pageUrl))) ?? missing();
  const pages: HostedPages = {
    find: (url) => {
      const payment = url.pathname === '/checkout' ? payments.get(orderOf(url)) : undefined;
      return payment?.hasPage === true ? toPage(payment) : null;
    },
    pay: (pageUrl, card) => {
      const payment = find(pageUrl);
      if (payment.status === 'pending' && payment.card === null) charge(payment, card);
    },
    authenticate: (pageUrl, isConfirmed) => {
      const payment = find(pageUrl);
      if (payment.isQuestion) end(payment, isConfirmed ? null : '3d_secure_failed');
    },
  };
  const server = await startProviderDouble(answer, (status) => refusal(status, codes[status] ?? 'internal_server_error').body, pages);
  const double: YooKassaDouble = {
    ...server,
    shopId,
    secretKey,
    environment: {
      PAYMENT_PROVIDER: 'yookassa',
      YOOKASSA_SHOP_ID: shopId,
      YOOKASSA_SECRET_KEY: secretKey,
      YOOKASSA_API_URL: `${server.origin}/v3`,
    },
    count: () => payments.size,
    pay: pages.pay,
    authenticate: pages.authenticate,
    tick: () => {
      for (const payment of payments.values()) {
        if (payment.status !== 'pending') continue;
        if (payment.card === 'late') end(payment, null);
        else if (clock.now() >= payment.createdAt + pageLifeMs) end(payment, 'expired_on_confirmation');
      }
    },
    saveCard: (card) => {
      const id = newId();
      saved.set(id, card);
      return id;
    },
    setListed: (next) => {
      isListed = next;
    },
    takeNotifications: notifications.take,
    deliverTo: notifications.deliverTo,
    close: async () => {
      await notifications.close();
      await server.close();
    },
    moveToShop: (accountId) => {
      for (const payment of payments.values()) payment.accountId = accountId;
    },
    hold: () => {
      for (const payment of payments.values()) payment.status = 'waiting_for_capture';
    },
    setAmount: (value) => {
      for (const payment of payments.values()) payment.amount = { ...payment.amount, value };
    },
  };
  return double;
}

function orderOf(url: URL): string {
  return url.searchParams.get('orderId') ?? '';
}

/** YooKassa sends the customer back after one card, also after one that was declined or has not answered yet. */
function toPage({ status, card, isQuestion, amount, returnUrl }: Payment): HostedPayment {
  return {
    name: 'YooKassa',
    state: isQuestion ? 'question' : status === 'pending' && card === null ? 'open' : 'ended',
    problem: null,
    amount: `${amount.value} ${amount.currency}`,
    returnUrl,
    cancelUrl: returnUrl,
  };
}

/** In kopecks: YooKassa compares them to the kopeck. */
function sumOf(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + Number(value.replace('.', '')), 0);
}

function refusal(status: number, code: string, parameter?: string): DoubleAnswer {
  return {
    status,
    body: {
      type: 'error',
      id: 'ab5a11cd-13cc-4e33-af8b-75a74e18dd09',
      code,
      description: 'No.',
      ...(parameter !== undefined && { parameter }),
    },
  };
}

function missing(): never {
  throw new Error('YooKassa has no such page.');
}
