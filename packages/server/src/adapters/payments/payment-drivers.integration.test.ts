import { expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { createSandboxRig, createStripeRig, createYooKassaRig } from '../../testing/payments/driver-rigs.ts';
import { describePaymentDriver } from '../../testing/payments/payment-driver-conformance.ts';
import { PaymentNotificationError, type PaymentRequest } from './port.ts';
import { fromStripeAmount, toStripeAmount } from './stripe/stripe-amounts.ts';
import { fromYooKassaAmount, toYooKassaAmount } from './yookassa/yookassa-amounts.ts';

describeDatabases('payment drivers', (engine) => {
  const sandbox = { isSigned: true, isRemote: false, closesPages: true, unknownBrands: [] };
  describePaymentDriver('the sandbox', () => createSandboxRig(engine), sandbox);
  const stripe = { isSigned: true, isRemote: true, closesPages: true, unknownBrands: ['mir'] } as const;
  describePaymentDriver('Stripe', () => createStripeRig(engine), stripe);
  const yooKassa = { isSigned: false, isRemote: true, closesPages: false, unknownBrands: [] };
  describePaymentDriver('YooKassa', () => createYooKassaRig(engine), yooKassa);
});

const request: PaymentRequest = {
  id: 'pay_1',
  amount: 100_00,
  currency: 'RUB',
  locale: 'ru',
  receipt: { email: 'anna@example.com', subject: 'plans', lines: [] },
  card: { kind: 'new', isSaved: false, returnUrl: 'https://cams.example/order/1' },
};

test.each([
  ['USD', 1999, 1999],
  ['RUB', 1, 1],
  ['JPY', 500, 500],
  ['XAF', 500, 500],
  ['ISK', 500, 50_000],
  ['UGX', 500, 50_000],
  ['HUF', 500, 50_000],
  ['KWD', 1230, 1230],
])('Stripe counts %s: %i minor units are %i', (currency, amount, stripe) => {
  expect(toStripeAmount(amount, currency)).toBe(stripe);
  expect(fromStripeAmount(stripe, currency)).toBe(amount);
});

test('Stripe can express neither a thousandth of a dinar nor more than an integer', () => {
  expect(() => toStripeAmount(1234, 'KWD')).toThrow("Stripe can't charge 1234 minor units of KWD.");
  expect(() => toStripeAmount(Number.MAX_SAFE_INTEGER, 'ISK')).toThrow("Stripe can't charge");
  expect(fromStripeAmount(50_001, 'ISK')).toBeNaN();
});

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [100, '1.00'],
  [29_905, '299.05'],
  [100_000_000_000, '1000000000.00'],
])('YooKassa writes %i as %s', (amount, text) => {
  expect(toYooKassaAmount(amount)).toBe(text);
  expect(fromYooKassaAmount(text)).toBe(amount);
});

test.each(['1', '1.0', '1.000', '-1.00', '1,00', '1e3', '', ' 1.00', '9999999999999.00'])('YooKassa’s %j is no amount', (text) => {
  expect(fromYooKassaAmount(text)).toBeNaN();
});

test('Stripe: events of other accounts, of the live mode and of other objects', async () => {
  const { provider, double, close } = await createStripeRig();
  try {
    await provider.begin(request);
    const object = { id: 'cs_test1', object: 'checkout.session', metadata: { watchpost_payment: 'pay_1' } };
    const event = { id: 'evt_1', object: 'event', type: 'checkout.session.completed', livemode: false, data: { object } };
    const receive = (changed: object): Promise<unknown> => {
      const { headers, body } = double.sign({ ...event, ...changed });
      return provider.parseNotification(headers, body);
    };
    expect(await receive({})).toMatchObject({ id: 'pay_1', state: 'pending' });
    await expect(receive({ account: 'acct_other' })).rejects.toThrow(PaymentNotificationError);
    await expect(receive({ livemode: true })).rejects.toThrow(PaymentNotificationError);
    // Another product in the same account.
    expect(await receive({ type: 'invoice.paid' })).toBeNull();
    expect(await receive({ data: { object: { ...object, metadata: {} } } })).toBeNull();
    await expect(receive({ data: { object: { ...object, id: 'cs_other' } } })).rejects.toThrow(PaymentNotificationError);
    await expect(receive({ data: { object: { ...object, metadata: { watchpost_payment: 'pay_2' } } } })).rejects.toThrow(
      PaymentNotificationError,
    );
    const { headers, body } = double.sign(event, { secret: 'whsec_foreign' });
    await expect(provider.parseNotification(headers, body)).rejects.toThrow(PaymentNotificationError);
  } finally {
    await close();
  }
});

test('YooKassa: a notification costs no question unless it names a payment of ours, and is not believed', async () => {
  const { provider, double, close } = await createYooKassaRig();
  try {
    const page = (await provider.begin(request)).redirectUrl ?? '';
    const id = new URL(page).searchParams.get('orderId') ?? '';
    const receive = (object: object, event = 'payment.succeeded'): Promise<unknown> =>
      provider.parseNotification({}, JSON.stringify({ type: 'notification', event, object }));
    const metadata = { watchpost_payment: 'pay_1' };
    const asked = double.requests.length;
    await expect(receive({ id: 'other', metadata })).rejects.toThrow(PaymentNotificationError);
    await expect(receive({ id: '../me', metadata })).rejects.toThrow(PaymentNotificationError);
    await expect(receive({ id, metadata: { watchpost_payment: 'pay_2' } })).rejects.toThrow(PaymentNotificationError);
    expect(await receive({ id: 'refund', payment_id: id }, 'refund.succeeded')).toBeNull();
    expect(await receive({ id })).toBeNull();
    expect(double.requests).toHaveLength(asked);

    expect(await receive({ id, metadata, status: 'succeeded', amount: { value: '100.00', currency: 'RUB' } })).toMatchObject({
      state: 'pending',
    });
    double.pay(page, 'visa');
    double.setAmount('1.00');
    await expect(receive({ id, metadata })).rejects.toThrow(PaymentNotificationError);
    await expect(provider.read('pay_1')).rejects.toMatchObject({ code: 'unreadable' });
    double.setAmount('100.00');
    double.moveToShop('999');
    await expect(receive({ id, metadata })).rejects.toThrow(PaymentNotificationError);
    double.moveToShop(double.shopId);
    expect(await receive({ id, metadata })).toMatchObject({ state: 'succeeded', card: null });
  } finally {
    await close();
  }
});

test('YooKassa: receipts by 54-FZ, keys and the language of the page', async () => {
  const { provider, double, saveCard, close } = await createYooKassaRig();
  try {
    await provider.begin(request);
    await provider.begin({ ...request, id: 'pay_2', locale: 'en', receipt: { ...request.receipt, subject: 'balance' } });
    await provider.begin({ ...request, id: 'pay_3', card: { kind: 'saved', reference: saveCard('mir') } });
    const sent = double.requests.map(({ headers, body }) => ({ key: headers['idempotence-key'], body: JSON.parse(body) }));
    expect(sent).toMatchObject([
      {
        key: 'pay_1',
        body: {
          amount: { value: '100.00', currency: 'RUB' },
          confirmation: { locale: 'ru_RU', return_url: 'https://cams.example/order/1' },
          save_payment_method: false,
          receipt: {
            customer: { email: 'anna@example.com' },
            items: [{ description: 'Запись видео с камер', amount: { value: '100.00' }, vat_code: 1, payment_mode: 'full_prepayment' }],
          },
        },
      },
      {
        key: 'pay_2',
        body: { confirmation: { locale: 'en_US' }, receipt: { items: [{ payment_mode: 'advance', payment_subject: 'payment' }] } },
      },
      { key: 'pay_3', body: { payment_method_id: expect.any(String) } },
    ]);
    expect(sent[2]?.body).not.toHaveProperty('confirmation');
    await expect(provider.begin({ ...request, id: 'pay_4', currency: 'USD' })).rejects.toMatchObject({ code: 'refused' });
  } finally {
    await close();
  }
});

test('YooKassa: a receipt has a line for each plan, and their sum is the payment to the kopeck', async () => {
  const { provider, double, close } = await createYooKassaRig();
  const linesOf = (index: number): unknown =>
    JSON.parse(double.requests.filter(({ method }) => method === 'POST')[index]?.body ?? '').receipt.items.map(
      ({ description, amount }: { description: string; amount: { value: string } }) => [description, amount.value],
    );
  try {
    const lines = [
      { plan: '7 дней', cameras: 1, amount: 33_33 },
      { plan: '30 дней', cameras: 2, amount: 66_67 },
    ];
    await provider.begin({ ...request, receipt: { ...request.receipt, lines } });
    expect(linesOf(0)).toEqual([
      ['Видеоархив, тариф «7 дней»', '33.33'],
      ['Видеоархив, тариф «30 дней», камер: 2', '66.67'],
    ]);
    const long = [{ plan: 'x'.repeat(200), cameras: 1, amount: 100_00 }];
    await provider.begin({ ...request, id: 'pay_2', locale: 'en', receipt: { ...request.receipt, lines: long } });
    expect(linesOf(1)).toEqual([[expect.stringMatching(/^Video archive, plan “x{107}$/), '100.00']]);
    // Never a receipt that the provider refuses.
    await provider.begin({ ...request, id: 'pay_3', receipt: { ...request.receipt, lines: lines.slice(1) } });
    expect(linesOf(2)).toEqual([['Запись видео с камер', '100.00']]);
  } finally {
    await close();
  }
});

test('YooKassa: money that is held is given back when the payment is given up', async () => {
  const { provider, double, close } = await createYooKassaRig();
  try {
    await provider.begin(request);
    double.hold();
    expect(await provider.cancel('pay_1')).toMatchObject({ report: { state: 'failed', failure: 'declined' }, isPageOpen: false });
    expect(double.requests.at(-1)?.url.pathname).toMatch(/\/cancel$/);
  } finally {
    await close();
  }
});
