import type { Clock } from '@watchpost/contract/timing/clock';
import { createHmac } from 'node:crypto';
import { startProviderDouble, type DoubleAnswer, type DoubleRequest, type ProviderDouble } from './provider-double.ts';
import { createNotificationQueue } from './provider-notifications.ts';
import type { HostedPages, HostedPayment } from './provider-page.ts';
import { brandOfCard, last4OfCard, type TestCard, type TestNotification } from './test-cards.ts';

const sessionLifeMs = 24 * 60 * 60_000;

/** The parameters of API version 2026-10-28 that the driver may use: Stripe refuses those that it does not have, or no longer has. */
const parameters: Readonly<Record<'checkout/sessions' | 'payment_intents', readonly string[]>> = {
  'checkout/sessions':
    'mode client_reference_id metadata allowed_payment_method_types line_items locale customer_email success_url cancel_url customer_creation payment_intent_data expand'.split(
      ' ',
    ),
  payment_intents:
    'amount currency customer payment_method description metadata allowed_payment_method_types off_session confirm expand'.split(' '),
};

interface Intent {
  id: string;
  amount: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  metadata: Record<string, string>;
  customer: string | null;
  setup_future_usage: string | null;
  last_payment_error: { code: string; decline_code?: string } | null;
  card: TestCard | null;
  method: string;
  created: number;
}

interface Session {
  id: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  metadata: Record<string, string>;
  isSaved: boolean;
  intent: Intent | null;
  created: number;
  returnUrl: string;
  cancelUrl: string;
}

/** Stripe's API and its page, as far as the driver uses them; written from Stripe's documentation. */
export interface StripeDouble extends ProviderDouble {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The variables of a server that sells by it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Payments that exist, of both kinds. */
  count(): number;
  /** The customer enters a card on the page. */
  pay(pageUrl: string, card: TestCard): void;
  authenticate(pageUrl: string, isConfirmed: boolean): void;
  /** Ends what waits for time: late payments, and pages that have expired. */
  tick(): void;
  /** A card that was saved before. @returns customer and method */
  saveCard(card: TestCard): string;
  /** The events since the last call, signed now. */
  takeNotifications(): TestNotification[];
  /** From now on events are posted there as they happen, signed and in order, each until it is accepted. */
  deliverTo(url: string): void;
  /** Lists show new payments after a while only. */
  setListed(isListed: boolean): void;
  sign(event: object, options?: { readonly secret?: string }): TestNotification;
}

export async function startStripeDouble(clock: Pick<Clock, 'now' | 'after'>): Promise<StripeDouble> {
  const secretKey = 'sk_test_doubleOfStripe42';
  const webhookSecret = 'whsec_doubleOfStripe42';
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const methods = new Map<string, TestCard>();
  const answers = new Map<string, { readonly body: string; readonly answer: DoubleAnswer }>();
  const notifications = createNotificationQueue(clock);
  let last = 0;
  let isListed = true;
  const newId = (prefix: string): string => `${prefix}_test${(last += 1)}`;
  const seconds = (): number => Math.floor(clock.now() / 1000);
  const sign: StripeDouble['sign'] = (event, { secret = webhookSecret } = {}) => {
    const body = JSON.stringify(event);
    const digest = createHmac('sha256', secret).update(`${seconds()}.${body}`).digest('hex');
    return { headers: { 'stripe-signature': `t=${seconds()},v1=${digest}` }, body };
  };
  const emit = (type: string, object: object): void => {
    const event = { id: newId('evt'), object: 'event', type, livemode: false, created: seconds(), data: { object } };
    notifications.push(() => sign(event));
  };

  const settle = (intent: Intent, card: TestCard, isPresent: boolean): void => {
    intent.card = card;
    const fail = (code: string, decline?: string): void => {
      intent.status = 'requires_payment_method';
      intent.last_payment_error = { code, ...(decline !== undefined && { decline_code: decline }) };
    };
    if (card === 'declined') fail('card_declined', 'insufficient_funds');
    else if (card === 'authentication' && !isPresent) fail('authentication_required', 'authentication_required');
    else intent.status = card === 'authentication' ? 'requires_action' : card === 'late' ? 'processing' : 'succeeded';
  };
  const methodOf = ({ card, method }: Intent): object | null =>
    card && {
      id: method,
      object: 'payment_method',
      type: 'card',
      card: { brand: brandOfCard(card) === 'mir' ? 'unknown' : brandOfCard(card), last4: last4OfCard(card), exp_month: 12, exp_year: 2040 },
    };
  const showIntent = (intent: Intent): object => {
    const { card: _, method: __, ...shown } = intent;
    return { object: 'payment_intent', ...shown, payment_method: methodOf(intent) };
  };
  const showSession = ({ intent, isSaved: _, returnUrl: __, cancelUrl: ___, ...shown }: Session): object => ({
    object: 'checkout.session',
    ...shown,
    url: shown.status === 'open' ? `${double.origin}/pay/${shown.id}` : null,
    payment_intent: intent && showIntent(intent),
  });
  const complete = (session: Session, intent: Intent): void => {
    if (intent.status !== 'succeeded' && intent.status !== 'processing') return;
    session.status = 'complete';
    session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid';
    if (session.isSaved) {
      intent.customer = newId('cus');
      methods.set(`${intent.customer}/${intent.method}`, intent.card ?? 'visa');
    }
    emit('checkout.session.completed', showSession(session));
  };

  const createSession = (form: URLSearchParams): DoubleAnswer => {
    const unit = Number(form.get('line_items[0][price_data][unit_amount]'));
    if (form.get('mode') !== 'payment' || !Number.isSafeInteger(unit) || unit <= 0) return refusal(400, 'parameter_invalid_integer');
    const session: Session = {
      id: newId('cs'),
      status: 'open',
      payment_status: 'unpaid',
      amount_total: unit * Number(form.get('line_items[0][quantity]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: metadataOf(form),
      isSaved: form.get('payment_intent_data[setup_future_usage]') === 'off_session' && form.get('customer_creation') === 'always',
      intent: null,
      created: seconds(),
      returnUrl: form.get('success_url') ?? '',
      cancelUrl: form.get('cancel_url') ?? '',
    };
    sessions.set(session.id, session);
    return { status: 200, body: showSession(session) };
  };
  const createIntent = (form: URLSearchParams): DoubleAnswer => {
    const card = methods.get(`${form.get('customer')}/${form.get('payment_method')}`);
    if (!card) return refusal(404, 'resource_missing');
    if (form.get('off_session') !== 'true' || form.get('confirm') !== 'true') return refusal(400, 'parameter_missing');
    const intent: Intent = {
      id: newId('pi'),
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      metadata: metadataOf(form),
      customer: form.get('customer'),
      setup_future_usage: null,
      last_payment_error: null,
      card: null,
      method: form.get('payment_method') ?? '',
      created: seconds(),
    };
    intents.set(intent.id, intent);
    settle(intent, card, false);
    if (intent.status === 'succeeded') emit('payment_intent.succeeded', showIntent(intent));
    if (!intent.last_payment_error) return { status: 200, body: showIntent(intent) };
    emit('payment_intent.payment_failed', showIntent(intent));
    const { code, decline_code } = intent.last_payment_error;
    return {
      status: 402,
      body: { error: { type: 'card_error', code, decline_code, message: 'Declined.', payment_intent: showIntent(intent) } },
    };
  };
  const expire = (session: Session): DoubleAnswer => {
    if (session.status !== 'open') return refusal(400, 'checkout_session_not_open');
    session.status = 'expired';
    if (session.intent) session.intent.status = 'canceled';
    emit('checkout.session.expired', showSession(session));
    return { status: 200, body: showSession(session) };
  };
  const create = (body: string, kind: keyof typeof parameters, work: (form: URLSearchParams) => DoubleAnswer): DoubleAnswer => {
    const form = new URLSearchParams(body);
    const isKnown = [...form.keys()].every((key) => parameters[kind].includes(key.split('[')[0] ?? ''));
    return isKnown && form.get('allowed_payment_method_types[0]') === 'card' ? work(form) : refusal(400, 'parameter_unknown');
  };
  const list = <T extends { id: string; created: number }>(all: Iterable<T>, url: URL, show: (one: T) => object): DoubleAnswer => {
    const since = Number(url.searchParams.get('created[gte]') ?? 0);
    const newest = [...all].filter(({ created }) => isListed && created >= since).reverse();
    const after = newest.findIndex(({ id }) => id === url.searchParams.get('starting_after'));
    const page = newest.slice(after + 1, after + 1 + Number(url.searchParams.get('limit') ?? 10));
    const body = { object: 'list', url: url.pathname, has_more: after + 1 + page.length < newest.length, data: page.map(show) };
    return { status: 200, body };
  };

  const route = ({ method, url, body }: DoubleRequest): DoubleAnswer => {
    const [, version, ...path] = url.pathname.split('/');
    const place = `${method} ${path.join('/')}`;
    if (version !== 'v1') return refusal(404, 'resource_missing');
    if (place === 'POST checkout/sessions') return create(body, 'checkout/sessions', createSession);
    if (place === 'POST payment_intents') return create(body, 'payment_intents', createIntent);
    const expired = method === 'POST' && path.length === 4 && path[3] === 'expire' ? sessions.get(path[2] ?? '') : undefined;
    if (expired) return expire(expired);
    if (place === 'GET checkout/sessions') return list(sessions.values(), url, showSession);
    if (place === 'GET payment_intents') return list(intents.values(), url, showIntent);
    const session = sessions.get(path[2] ?? '');
    const intent = intents.get(path[1] ?? '');
    if (session && method === 'GET') return { status: 200, body: showSession(session) };
    return intent && method === 'GET' ? { status: 200, body: showIntent(intent) } : refusal(404, 'resource_missing');
  };
  const answer = (request: DoubleRequest): DoubleAnswer => {
    if (request.headers.authorization !== `Bearer ${secretKey}`) return refusal(401, 'api_key_invalid');
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return route(request);
    const earlier = answers.get(key);
    if (earlier && earlier.body !== request.body)
      return {
        status: 400,
        body: { error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters.' } },
      };
    const given = earlier?.answer ?? route(request);
    answers.set(key, { body: request.body, answer: given });
    return given;
  };

  const find = (pageUrl: string): Session => sessions.get(new URL(pageUrl).pathname.slice('/pay/'.length)) ?? missing();
  const pages: HostedPages = {
    find: ({ pathname }) => {
      const session = pathname.startsWith('/pay/') ? sessions.get(pathname.slice('/pay/'.length)) : undefined;
      return session ? toPage(session) : null;
    },
    pay: (pageUrl, card) => {
      const session = find(pageUrl);
      if (session.status !== 'open') return;
      session.intent ??= {
        id: newId('pi'),
        amount: session.amount_total,
        currency: session.currency,
        status: 'requires_payment_method',
        metadata: {},
        customer: null,
        setup_future_usage: session.isSaved ? 'off_session' : null,
        last_payment_error: null,
        card: null,
        method: newId('pm'),
        created: seconds(),
      };
      settle(session.intent, card, true);
      complete(session, session.intent);
    },
    authenticate: (pageUrl, isConfirmed) => {
      const session = find(pageUrl);
      const { intent } = session;
      if (session.status !== 'open' || intent?.status !== 'requires_action') return;
      intent.status = isConfirmed ? 'succeeded' : 'requires_payment_method';
      if (!isConfirmed) intent.last_payment_error = { code: 'payment_intent_authentication_failure' };
      complete(session, intent);
    },
  };
  const server = await startProviderDouble(answer, (status) => refusal(status, status === 429 ? 'rate_limit' : 'api_error').body, pages);
  const double: StripeDouble = {
    ...server,
    secretKey,
    webhookSecret,
    environment: {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: server.origin,
    },
    count: () => sessions.size + intents.size,
    pay: pages.pay,
    authenticate: pages.authenticate,
    tick: () => {
      for (const session of sessions.values()) {
        const { intent } = session;
        if (session.status === 'open' && clock.now() >= session.created * 1000 + sessionLifeMs) {
          session.status = 'expired';
          emit('checkout.session.expired', showSession(session));
        } else if (session.status === 'complete' && intent?.status === 'processing') {
          intent.status = 'succeeded';
          session.payment_status = 'paid';
          emit('checkout.session.async_payment_succeeded', showSession(session));
        }
      }
    },
    saveCard: (card) => {
      const reference = `${newId('cus')}/${newId('pm')}`;
      methods.set(reference, card);
      return reference;
    },
    setListed: (next) => {
      isListed = next;
    },
    takeNotifications: notifications.take,
    deliverTo: notifications.deliverTo,
    sign,
    close: async () => {
      await notifications.close();
      await server.close();
    },
  };
  return double;
}

/** Stripe keeps the customer on its page until a card is accepted, or the page expires. */
function toPage({ status, intent, amount_total: amount, currency, returnUrl, cancelUrl }: Session): HostedPayment {
  const code = status === 'open' ? intent?.last_payment_error?.code : undefined;
  const isQuestion = status === 'open' && intent?.status === 'requires_action';
  return {
    name: 'Stripe Checkout',
    state: status !== 'open' ? 'ended' : isQuestion ? 'question' : 'open',
    problem:
      code === undefined || isQuestion
        ? null
        : code === 'card_declined'
          ? 'Your card was declined. Try another card.'
          : 'The bank could not confirm that it is you. Try again, or another card.',
    amount: `${amount / 100} ${currency.toUpperCase()}`,
    returnUrl,
    cancelUrl,
  };
}

function refusal(status: number, code: string): DoubleAnswer {
  return { status, body: { error: { type: status === 500 ? 'api_error' : 'invalid_request_error', code, message: 'No.' } } };
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const entries = [...form].flatMap(([key, value]) => {
    const name = /^metadata\[(\w+)\]$/.exec(key)?.[1];
    return name === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function missing(): never {
  throw new Error('Stripe has no such page.');
}
