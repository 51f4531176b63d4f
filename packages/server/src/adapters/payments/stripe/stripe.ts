import type Stripe from 'stripe';
import { isStripeTestKey, type StripeSettings } from '../../../kernel/settings/payment-settings.ts';
import { PaymentNotificationError, PaymentProviderError, type PaymentProvider, type PaymentRequest } from '../port.ts';
import { paymentTexts } from '../remote/payment-texts.ts';
import { createRemotePayments, type RemoteApi, type RemoteDeps, type RemotePayment } from '../remote/remote-payments.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { metadataKey, splitReference, toIntentPayment, toSessionPayment } from './stripe-reports.ts';

/** A notification that is older, or from the future, is not believed, s. */
const toleranceSeconds = 300;
/** Reading is quick, and notifications wait for it, ms. */
const maxReadMs = 5000;
/** Payments that are looked through for a lost one. */
const locateLimit = 2000;

export interface StripeDeps extends RemoteDeps {
  readonly settings: StripeSettings;
  /** How long an answer may take, ms. */
  readonly timeoutMs?: number;
}

/** Creates the driver of Stripe: Checkout for new cards, payment intents for saved ones. Loads the package `stripe`. */
export async function createStripeProvider({ settings, timeoutMs = 20_000, ...deps }: StripeDeps): Promise<PaymentProvider> {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(settings.apiUrl);
  const stripe = new StripeClient(settings.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    timeout: timeoutMs,
    // The reconciliation job tries again, with the same key.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const payments = createRemotePayments('stripe', createStripeApi(stripe, Math.min(timeoutMs, maxReadMs)), deps);
  const isLive = !isStripeTestKey(settings.secretKey);

  const verify = (body: string, header: string): Stripe.Event => {
    const now = deps.clock.now();
    for (const secret of settings.webhookSecrets) {
      try {
        const event = stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, now);
        const sentAt = Number(/(?:^|,)t=(\d{1,12})/.exec(header)?.[1]);
        if (sentAt * 1000 - now > toleranceSeconds * 1000) throw new PaymentNotificationError('It is from the future.');
        return event;
      } catch (error) {
        if (error instanceof PaymentNotificationError) throw error;
      }
    }
    throw new PaymentNotificationError('Its signature is wrong or too old.');
  };

  return {
    name: 'stripe',
    currencies: null,
    begin: payments.begin,
    read: payments.read,
    cancel: payments.cancel,
    parseNotification: async (headers, body) => {
      const header = headers['stripe-signature'];
      if (typeof header !== 'string') throw new PaymentNotificationError('It is not signed.');
      const event = verify(body, header);
      const { account, livemode } = event;
      if ((account !== undefined && account !== null) || livemode !== isLive)
        throw new PaymentNotificationError('It is from another account, or from the other mode.');
      const named = namedPayment(event);
      // Its state is that of the event's time, and events come in any order.
      return named && payments.confirm(named);
    },
  };
}

function namedPayment(event: Stripe.Event): { readonly id: string; readonly reference: string } | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const { id: reference, metadata } = event.data.object;
      const id = metadata?.[metadataKey];
      return id === undefined ? null : { id, reference };
    }
    default:
      return null;
  }
}

const intentExpansion = { expand: ['payment_method'] };
const sessionExpansion = { expand: ['payment_intent.payment_method'] };

function createStripeApi(stripe: Stripe, readTimeoutMs: number): RemoteApi {
  const options = { timeout: readTimeoutMs };
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toProviderError(error);
    }
  };

  const createSession = async (request: PaymentRequest, isSaved: boolean, returnUrl: string): Promise<RemotePayment> => {
    const { id, amount, currency, locale, receipt } = request;
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: id,
        metadata: { [metadataKey]: id },
        allowed_payment_method_types: ['card'],
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: toStripeAmount(amount, currency),
              product_data: { name: paymentTexts[receipt.subject][locale] },
            },
          },
        ],
        locale,
        customer_email: receipt.email,
        success_url: returnUrl,
        cancel_url: returnUrl,
        ...(isSaved ? { customer_creation: 'always', payment_intent_data: { setup_future_usage: 'off_session' } } : {}),
        ...sessionExpansion,
      },
      { idempotencyKey: id },
    );
    return toSessionPayment(session);
  };

  const chargeSaved = async ({ id, amount, currency, receipt, locale }: PaymentRequest, reference: string): Promise<RemotePayment> => {
    const card = splitReference(reference);
    if (!card) throw new PaymentProviderError('The saved card is not one of Stripe.', 'refused');
    try {
      const intent = await stripe.paymentIntents.create(
        {
          ...card,
          amount: toStripeAmount(amount, currency),
          currency: currency.toLowerCase(),
          description: paymentTexts[receipt.subject][locale],
          metadata: { [metadataKey]: id },
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          ...intentExpansion,
        },
        { idempotencyKey: id },
      );
      return toIntentPayment(intent);
    } catch (error) {
      // Declined, which is an answer: the intent says why.
      const declined = declinedIntent(error);
      if (declined === null) throw error;
      return toIntentPayment(await stripe.paymentIntents.retrieve(declined, intentExpansion));
    }
  };

  const retrieve = async (reference: string): Promise<RemotePayment | null> => {
    try {
      return reference.startsWith('cs_')
        ? toSessionPayment(await stripe.checkout.sessions.retrieve(reference, sessionExpansion, options))
        : toIntentPayment(await stripe.paymentIntents.retrieve(reference, intentExpansion, options));
    } catch (error) {
      if (isNotFound(error)) return null;
      throw toProviderError(error);
    }
  };

  return {
    create: (request) => {
      const { card } = request;
      return asked(() =>
        card.kind === 'new' ? createSession(request, card.isSaved, card.returnUrl) : chargeSaved(request, card.reference),
      );
    },
    retrieve,
    cancel: async (reference) => {
      // A charge of a saved card is under way, and has no page.
      if (!reference.startsWith('cs_')) return retrieve(reference);
      try {
        return toSessionPayment(await stripe.checkout.sessions.expire(reference, sessionExpansion, options));
      } catch (error) {
        // Not open any more: it was paid, or has expired, meanwhile.
        if (readFailure(error)?.statusCode === 400) return retrieve(reference);
        throw toProviderError(error);
      }
    },
    locate: (id, since) =>
      asked(async () => {
        const created = { gte: Math.floor(since / 1000) };
        let seen = 0;
        const count = (): void => {
          seen += 1;
          if (seen > locateLimit) throw new PaymentProviderError('There are too many payments to find a lost one.');
        };
        for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
          if (session.metadata?.[metadataKey] === id)
            return toSessionPayment(await stripe.checkout.sessions.retrieve(session.id, sessionExpansion));
          count();
        }
        for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
          if (intent.metadata[metadataKey] === id) return toIntentPayment(await stripe.paymentIntents.retrieve(intent.id, intentExpansion));
          count();
        }
        return null;
      }),
  };
}

/** The fields of the package's errors that are read: loading its classes here would load all of it. */
interface StripeFailure {
  readonly type: string;
  readonly statusCode: number | null;
  readonly code: string;
  readonly intentId: string | null;
}

function readFailure(error: unknown): StripeFailure | null {
  if (!(error instanceof Error) || !('type' in error) || typeof error.type !== 'string') return null;
  const intent = 'payment_intent' in error ? error.payment_intent : null;
  return {
    type: error.type,
    statusCode: 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null,
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    intentId: typeof intent === 'object' && intent !== null && 'id' in intent && typeof intent.id === 'string' ? intent.id : null,
  };
}

function declinedIntent(error: unknown): string | null {
  const failure = readFailure(error);
  return failure?.type === 'StripeCardError' ? failure.intentId : null;
}

function isNotFound(error: unknown): boolean {
  return readFailure(error)?.statusCode === 404;
}

/** Without the error itself: the package's errors carry headers and parameters of the request. */
function toProviderError(error: unknown): unknown {
  const failure = error instanceof PaymentProviderError ? null : readFailure(error);
  if (failure === null) return error;
  const { type, statusCode, code } = failure;
  const detail = [statusCode, code].filter(Boolean).join(' ') || type;
  if (type === 'StripeConnectionError')
    return error instanceof Error && /timed out|timeout/i.test(error.message)
      ? new PaymentProviderError('Stripe did not answer in time.', 'timed-out')
      : new PaymentProviderError("Stripe can't be reached.", 'unreachable');
  if (statusCode === 429) return new PaymentProviderError('Stripe receives too many requests.', 'rate-limited');
  if (statusCode === 401 || statusCode === 403)
    return new PaymentProviderError(`Stripe does not accept STRIPE_SECRET_KEY (${detail}).`, 'unauthorized');
  if (statusCode === null || statusCode >= 500 || statusCode === 409 || type === 'StripeIdempotencyError')
    return new PaymentProviderError(`Stripe could not do it (${detail}).`, 'unavailable');
  return new PaymentProviderError(`Stripe refuses the request (${detail}).`, 'refused');
}
