import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCamera, buildGrant, buildPaymentMethod, buildSubscription, buildUpcomingInvoices } from '../../testing/index.ts';
import { camerasWithoutPlan, paymentBar } from './billing-payment-bar.ts';
import type { PaymentBar, PaymentBarInput } from './billing-payment-bar.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 24, 10);
const camera = buildCamera();
/** The most that another person's camera can be shared with. */
const full = buildGrant({ access: 'full' });
const rubles = (amount: number) => ({ amount, currency: 'RUB' });
const none = { state: 'None', style: null, dot: 'none', target: null };

/** A user with one camera that has a plan, no card, an empty balance and nothing to pay soon. */
function barOf(change: Partial<PaymentBarInput> = {}): PaymentBar {
  return paymentBar({
    balance: rubles(0),
    upcomingInvoices: buildUpcomingInvoices([{ startDate: now + 20 * day }]),
    cameras: [camera],
    subscriptions: [buildSubscription()],
    paymentMethods: [],
    now,
    ...change,
  });
}

test('nothing is shown while nothing is to be done', () => {
  expect(barOf()).toEqual({ ...none, nextChargeAt: now + 20 * day });
});

describe('a debt', () => {
  test('begins with one kopeck below zero', () => {
    expect([1, 0, -1].map((amount) => barOf({ balance: rubles(amount) }).state)).toEqual(['None', 'None', 'ServicePaused']);
  });

  test('without a payment method leads to a top-up, before anything else', () => {
    const soon = buildUpcomingInvoices([{ startDate: now + day }]);
    for (const change of [{}, { subscriptions: [] }, { cameras: [] }, { upcomingInvoices: soon }])
      expect(barOf({ ...change, balance: rubles(-1) })).toMatchObject({
        state: 'ServicePaused',
        style: 'danger',
        dot: 'error',
        target: { name: 'TopUpBalance' },
      });
  });

  test('with a payment method leads to the cameras that have upcoming invoices, each once and whenever they begin', () => {
    const upcomingInvoices = buildUpcomingInvoices([
      { cameraId: 'b', startDate: now + 30 * day },
      { cameraId: 'a', startDate: now + day },
      { cameraId: 'b', startDate: now + 60 * day },
    ]);
    expect(barOf({ balance: rubles(-1), paymentMethods: [buildPaymentMethod()], upcomingInvoices })).toEqual({
      state: 'ServicePausedWithMethod',
      style: 'danger',
      dot: 'error',
      target: { name: 'Subscription', cameraIds: ['b', 'a'] },
      nextChargeAt: now + day,
    });
  });
});

describe('a charge', () => {
  const at = (startDate: number) => buildUpcomingInvoices([{ startDate, amount: 49_900 }]);

  test('is announced from the moment at which it begins before now plus four days', () => {
    const states = [-1, 0, 1].map((offset) => barOf({ upcomingInvoices: at(now + 4 * day + offset) }).state);
    expect(states).toEqual(['PayUntil', 'None', 'None']);
    expect(barOf({ upcomingInvoices: at(now) }).state).toBe('PayUntil');
    expect(barOf({ upcomingInvoices: at(now - 30 * day) }).state).toBe('PayUntil');
  });

  test('has its date, and leads to the cameras without a subscription', () => {
    const cameras = [camera, buildCamera({ id: 'new' }), buildCamera({ id: 'shared', isOwner: false, grant: full })];
    const upcomingInvoices = buildUpcomingInvoices([{ startDate: now + 9 * day }, { startDate: now + 2 * day }]);
    expect(barOf({ upcomingInvoices, cameras })).toEqual({
      state: 'PayUntil',
      style: 'warning',
      dot: 'info',
      target: { name: 'Subscription', cameraIds: ['new'] },
      nextChargeAt: now + 2 * day,
    });
  });

  test('is announced only if the balance is below the total, not what is left of it after the balance', () => {
    const upcomingInvoices = { ...at(now + day), balance: 9_900, credits: 40_000 };
    const states = [49_899, 49_900, 49_901].map((amount) => barOf({ upcomingInvoices, balance: rubles(amount) }).state);
    expect(states).toEqual(['PayUntil', 'None', 'None']);
  });

  test('counts with all others, the later ones too', () => {
    const upcomingInvoices = buildUpcomingInvoices([{ startDate: now + day }, { cameraId: 'b', startDate: now + 20 * day }]);
    expect(barOf({ upcomingInvoices, balance: rubles(60_000) }).state).toBe('PayUntil');
  });

  test('hides a missing plan, whether it is announced or not', () => {
    const change = { upcomingInvoices: at(now + day), subscriptions: [] };
    expect(barOf({ ...change, paymentMethods: [buildPaymentMethod()] })).toEqual({ ...none, nextChargeAt: now + day });
    expect(barOf({ ...change, balance: rubles(49_900) }).state).toBe('None');
    expect(barOf({ ...change, cameras: [] }).state).toBe('PayUntil');
  });
});

describe('a missing plan', () => {
  const later = { upcomingInvoices: buildUpcomingInvoices(), subscriptions: [] };

  test('leads to the cameras that lack it', () => {
    const cameras = [camera, buildCamera({ id: 'b' }), buildCamera({ id: 'c' }), buildCamera({ id: 'd' })];
    const subscriptions = [buildSubscription(), buildSubscription({ cameraId: 'c', isActivationRequired: true })];
    expect(barOf({ ...later, cameras, subscriptions })).toEqual({
      state: 'Subscription',
      style: 'standard',
      dot: 'none',
      target: { name: 'Subscription', cameraIds: ['b', 'c', 'd'] },
      nextChargeAt: null,
    });
    expect(camerasWithoutPlan(cameras, subscriptions, now)).toEqual(['b', 'c', 'd']);
  });

  test('is nothing without cameras', () => {
    expect(barOf({ ...later, cameras: [] })).toEqual({ ...none, nextChargeAt: null });
  });

  test('is nothing for other people’s cameras', () => {
    expect(barOf({ ...later, cameras: [buildCamera({ isOwner: false, grant: full })] }).state).toBe('None');
  });

  test('is nothing with phones only', () => {
    const phone = buildCamera({ id: 'phone', platform: 'Mobile' });
    expect(barOf({ ...later, cameras: [phone] }).state).toBe('None');
    // One camera of another kind is enough, though it is not the user's own and the phone is.
    const shared = buildCamera({ id: 'shared', platform: 'Embedded', isOwner: false, grant: buildGrant() });
    expect(barOf({ ...later, cameras: [phone, shared] })).toMatchObject({ state: 'Subscription', target: { cameraIds: ['phone'] } });
  });

  test.each([
    ['Embedded', 'Subscription'],
    ['ThirdParty', 'Subscription'],
    ['Mobile', 'None'],
  ] as const)('of a camera of the kind %s is shown as %s', (platform, state) => {
    expect(barOf({ ...later, cameras: [buildCamera({ platform })] }).state).toBe(state);
  });
});

/**
 * Section 4 as a decision table: the conditions in the order of the specification, the first row that fits decides. `null` stands for "either".
 * Nothing here is shared with the code under test.
 */
const table: readonly {
  readonly debt: boolean | null;
  readonly method: boolean | null;
  readonly soon: boolean | null;
  readonly uncovered: boolean | null;
  readonly device: boolean | null;
  readonly unsubscribed: boolean | null;
  readonly shown: readonly [state: string, style: string | null, dot: string, leadsTo: 'top-up' | 'invoiced' | 'unsubscribed' | null];
}[] = [
  {
    debt: true,
    method: false,
    soon: null,
    uncovered: null,
    device: null,
    unsubscribed: null,
    shown: ['ServicePaused', 'danger', 'error', 'top-up'],
  },
  {
    debt: true,
    method: true,
    soon: null,
    uncovered: null,
    device: null,
    unsubscribed: null,
    shown: ['ServicePausedWithMethod', 'danger', 'error', 'invoiced'],
  },
  {
    debt: false,
    method: false,
    soon: true,
    uncovered: true,
    device: null,
    unsubscribed: null,
    shown: ['PayUntil', 'warning', 'info', 'unsubscribed'],
  },
  { debt: false, method: null, soon: true, uncovered: null, device: null, unsubscribed: null, shown: ['None', null, 'none', null] },
  { debt: false, method: null, soon: false, uncovered: null, device: false, unsubscribed: null, shown: ['None', null, 'none', null] },
  {
    debt: false,
    method: null,
    soon: false,
    uncovered: null,
    device: true,
    unsubscribed: true,
    shown: ['Subscription', 'standard', 'none', 'unsubscribed'],
  },
  { debt: false, method: null, soon: false, uncovered: null, device: true, unsubscribed: false, shown: ['None', null, 'none', null] },
];

function byTable({ balance, upcomingInvoices, cameras, subscriptions, paymentMethods, now: at }: PaymentBarInput): object {
  const lacking: string[] = [];
  for (const { id, isOwner } of cameras) {
    const own = subscriptions.filter(({ cameraId }) => cameraId === id);
    if (isOwner && (own.length === 0 || own.some(({ isActivationRequired }) => isActivationRequired))) lacking.push(id);
  }
  const facts = {
    debt: balance.amount < 0,
    method: paymentMethods.length !== 0,
    soon: upcomingInvoices.items.some(({ startDate }) => startDate < at + 4 * 24 * 60 * 60 * 1000),
    uncovered: upcomingInvoices.total > balance.amount,
    device: cameras.some(({ platform }) => platform === 'Embedded' || platform === 'ThirdParty'),
    unsubscribed: lacking.length !== 0,
  };
  const names = ['debt', 'method', 'soon', 'uncovered', 'device', 'unsubscribed'] as const;
  const row = table.find((each) => names.every((name) => each[name] === null || each[name] === facts[name]));
  const [state, style, dot, leadsTo] = row?.shown ?? ['no row', null, 'none', null];
  const invoiced = upcomingInvoices.items.map(({ cameraId }) => cameraId).filter((id, index, all) => all.indexOf(id) === index);
  const targets = {
    'top-up': { name: 'TopUpBalance' },
    invoiced: { name: 'Subscription', cameraIds: invoiced },
    unsubscribed: { name: 'Subscription', cameraIds: lacking },
  };
  const dates = upcomingInvoices.items.map(({ startDate }) => startDate).toSorted((one, other) => one - other);
  return { state, style, dot, target: leadsTo && targets[leadsTo], nextChargeAt: dates[0] ?? null };
}

const cameraId = fc.constantFrom('a', 'b', 'c', 'd');
/** Often exactly at a boundary. */
const around = (center: number, unit: number) =>
  fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -9 * unit, max: 9 * unit })).map((offset) => center + offset);
const inputs: fc.Arbitrary<PaymentBarInput> = fc.record({
  balance: fc.record({ amount: fc.oneof(around(0, 10_000), around(49_900, 1)) }),
  upcomingInvoices: fc.record({
    total: fc.oneof(fc.constant(0), around(49_900, 1)),
    items: fc.array(fc.record({ cameraId, startDate: fc.oneof(around(now + 4 * day, day), around(now, day)) }), { maxLength: 4 }),
  }),
  cameras: fc.uniqueArray(
    fc
      .record({ id: cameraId, platform: fc.constantFrom('Embedded', 'ThirdParty', 'Mobile', 'Mobile'), grant: fc.constantFrom(null, full) })
      .map((of) => ({ ...of, isOwner: of.grant === null, timeZone: 'UTC' })),
    { selector: ({ id }) => id, maxLength: 4 },
  ),
  subscriptions: fc.array(fc.record({ cameraId, isActivationRequired: fc.boolean() }), { maxLength: 5 }),
  paymentMethods: fc.array(fc.record({ id: fc.constant('card') }), { maxLength: 2 }),
  now: fc.constant(now),
});

test('is what the specification’s table says, for any account', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(inputs, (input) => {
      const bar = paymentBar(input);
      seen.add(bar.state);
      expect(bar).toEqual(byTable(input));
    }),
    { numRuns: 5000 },
  );
  expect([...seen].toSorted()).toEqual(['None', 'PayUntil', 'ServicePaused', 'ServicePausedWithMethod', 'Subscription']);
});
