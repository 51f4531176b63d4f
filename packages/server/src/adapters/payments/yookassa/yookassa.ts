import { z } from 'zod';
import { isYooKassaTestKey, type YooKassaSettings } from '../../../kernel/settings/payment-settings.ts';
import { parseJson } from '../parse-json.ts';
import { PaymentNotificationError, PaymentProviderError, type PaymentProvider, type PaymentRequest } from '../port.ts';
import { paymentTexts } from '../remote/payment-texts.ts';
import { createRemotePayments, type RemoteApi, type RemoteDeps, type RemotePayment } from '../remote/remote-payments.ts';
import { toYooKassaAmount } from './yookassa-amounts.ts';
import { metadataKey, toRemotePayment, yooKassaPayment } from './yookassa-payment.ts';
import { toReceipt } from './yookassa-receipt.ts';
import { createYooKassaHttp, type YooKassaHttp } from './yookassa-http.ts';

/** Pages of 100 payments that are looked through for a lost one. */
const locatePages = 20;

export interface YooKassaDeps extends RemoteDeps {
  readonly settings: YooKassaSettings;
  /** How long an answer may take, ms. */
  readonly timeoutMs?: number;
}

/** Creates the driver of YooKassa: its page for new cards, autopayments for saved ones. */
export function createYooKassaProvider({ settings, timeoutMs = 20_000, ...deps }: YooKassaDeps): PaymentProvider {
  const http = createYooKassaHttp(settings, timeoutMs);
  const payments = createRemotePayments('yookassa', createYooKassaApi(settings, http), deps);
  return {
    name: 'yookassa',
    currencies: ['RUB'],
    begin: payments.begin,
    read: payments.read,
    cancel: payments.cancel,
    // Nothing in it is believed: YooKassa does not sign its notifications, so anyone can send one.
    parseNotification: async (_headers, body) => {
      const notification = notificationSchema.safeParse(parseJson(body));
      if (!notification.success) throw new PaymentNotificationError('It is no notification of YooKassa.');
      const { event, object } = notification.data;
      const id = object.metadata?.[metadataKey];
      return event.startsWith('payment.') && id !== undefined ? payments.confirm({ id, reference: object.id }) : null;
    },
  };
}

const notificationSchema = z.object({
  type: z.literal('notification'),
  event: z.string(),
  // Part of the address that is asked for it.
  object: z.object({ id: z.string().regex(/^[\w-]{1,64}$/), metadata: z.record(z.string(), z.string()).optional() }),
});

const heldPayment = z.object({ status: z.literal('waiting_for_capture') });
const pathOf = (reference: string): string => `/payments/${encodeURIComponent(reference)}`;

const listSchema = z.object({ items: z.array(yooKassaPayment), next_cursor: z.string().optional() });

function createYooKassaApi(settings: YooKassaSettings, http: YooKassaHttp): RemoteApi {
  const { shopId, secretKey, receipt } = settings;
  const isTest = isYooKassaTestKey(secretKey);

  const read = (answer: unknown): RemotePayment | null => {
    const payment = yooKassaPayment.safeParse(answer);
    if (!payment.success) throw new PaymentProviderError('YooKassa answers with something else than a payment.', 'unreadable');
    const { recipient, test } = payment.data;
    return recipient.account_id === shopId && test === isTest ? toRemotePayment(payment.data) : null;
  };

  const bodyOf = (request: PaymentRequest): object => {
    const { id, amount, currency, locale, card } = request;
    if (currency !== 'RUB') throw new PaymentProviderError(`YooKassa does not take ${currency}.`, 'refused');
    return {
      amount: { value: toYooKassaAmount(amount), currency },
      capture: true,
      description: paymentTexts[request.receipt.subject][locale],
      metadata: { [metadataKey]: id },
      ...(receipt === null ? {} : { receipt: toReceipt(request, receipt) }),
      ...(card.kind === 'saved'
        ? { payment_method_id: card.reference }
        : {
            payment_method_data: { type: 'bank_card' },
            save_payment_method: card.isSaved,
            confirmation: { type: 'redirect', return_url: card.returnUrl, locale: locale === 'ru' ? 'ru_RU' : 'en_US' },
          }),
    };
  };

  const retrieve = async (reference: string): Promise<RemotePayment | null> => {
    const answer = await http.get(pathOf(reference));
    return answer === null ? null : read(answer);
  };

  return {
    create: async (request) => {
      const payment = read(await http.post('/payments', bodyOf(request), request.id));
      if (!payment) throw new PaymentProviderError('YooKassa made the payment in another shop than YOOKASSA_SHOP_ID.', 'unauthorized');
      return payment;
    },
    retrieve,
    cancel: async (reference) => {
      const state = heldPayment.safeParse(await http.get(pathOf(reference)));
      // YooKassa gives back money that it holds; a page that waits for the customer ends by itself, after an hour.
      if (!state.success) return retrieve(reference);
      return read(await http.post(`${pathOf(reference)}/cancel`, {}, reference));
    },
    locate: async (id, since) => {
      let cursor: string | undefined;
      for (let page = 0; page < locatePages; page += 1) {
        const query = new URLSearchParams({ 'created_at.gte': new Date(since).toISOString(), limit: '100' });
        if (cursor !== undefined) query.set('cursor', cursor);
        const list = listSchema.safeParse(await http.get(`/payments?${query.toString()}`));
        if (!list.success) throw new PaymentProviderError('YooKassa answers with something else than payments.', 'unreadable');
        const found = list.data.items.find(({ metadata }) => metadata?.[metadataKey] === id);
        if (found) return read(found);
        cursor = list.data.next_cursor;
        if (cursor === undefined) return null;
      }
      throw new PaymentProviderError('There are too many payments to find a lost one.');
    },
  };
}
