import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  PaymentNotificationError,
  PaymentProviderError,
  type PaymentReport,
  type PaymentRequest,
  type ProviderCard,
} from '../../adapters/payments/port.ts';
import type { DriverRig } from './driver-rigs.ts';
import type { ProviderFault } from './provider-double.ts';
import type { TestCard } from './test-cards.ts';

export interface DriverTraits {
  /** Whether its notifications can be verified without asking it, so that an old or changed one is refused as such. */
  readonly isSigned: boolean;
  /** Whether it is reached over a network, which can fail. */
  readonly isRemote: boolean;
  /** Whether it can close a page that waits for the customer. */
  readonly closesPages: boolean;
  /** Brands that it does not know. */
  readonly unknownBrands: readonly ProviderCard['brand'][];
}

const newCard: PaymentRequest = {
  id: 'pay_1',
  amount: 29_905,
  currency: 'RUB',
  locale: 'ru',
  receipt: { email: 'anna@example.com', subject: 'plans', lines: [] },
  card: { kind: 'new', isSaved: true, returnUrl: 'https://cams.example/order/1' },
};
const open = { id: 'pay_1', amount: 29_905, currency: 'RUB', state: 'pending', failure: null, card: null };

/** The cases that every driver must pass, no matter which service moves the money. */
export function describePaymentDriver(
  name: string,
  createRig: () => Promise<DriverRig>,
  { isSigned, isRemote, closesPages, unknownBrands }: DriverTraits,
): void {
  describe(`the driver of ${name}`, () => {
    let rig: DriverRig;
    beforeEach(async () => {
      rig = await createRig();
    });
    afterEach(async () => {
      const seen = JSON.stringify(rig.logLines);
      const { secrets, close } = rig;
      await close();
      for (const secret of secrets) expect(seen).not.toContain(secret);
    });

    const begin = async (request: Partial<PaymentRequest> = {}): Promise<string> =>
      (await rig.provider.begin({ ...newCard, ...request })).redirectUrl ?? '';
    const chargeSaved = async (card: TestCard): Promise<PaymentReport | null> => {
      const reference = rig.saveCard(card);
      const { redirectUrl } = await rig.provider.begin({ ...newCard, card: { kind: 'saved', reference } });
      expect(redirectUrl).toBeNull();
      return rig.provider.read('pay_1');
    };
    /** Delivers what the provider sends, each twice. */
    const deliver = async (): Promise<(PaymentReport | null)[]> => {
      const reports: (PaymentReport | null)[] = [];
      for (const { headers, body } of await rig.takeNotifications())
        for (let time = 0; time < 2; time += 1) reports.push(await rig.provider.parseNotification(headers, body));
      return reports.filter((report) => report !== null);
    };

    test('a new card is entered on the provider’s page', async () => {
      const page = await begin();
      expect(page).toMatch(/^https?:\/\//);
      for (const secret of rig.secrets) expect(page).not.toContain(secret);
      expect(await rig.provider.read('pay_1')).toEqual(open);
      expect(await rig.provider.read('pay_unknown')).toBeNull();
    });

    test.each(['visa', 'mastercard', 'mir'] as const)('succeeds with a card of %s, which can be charged again', async (brand) => {
      await rig.pay(await begin(), brand);
      const report = await rig.provider.read('pay_1');
      expect(report).toMatchObject({ ...open, state: 'succeeded', card: { brand: unknownBrands.includes(brand) ? 'other' : brand } });
      expect(report?.card).toMatchObject({ last4: /\d{4}/.exec(report?.card?.last4 ?? '')?.[0], expiryMonth: 12, expiryYear: 2040 });
      expect(await deliver()).toEqual([report, report]);
      const reference = report?.card?.reference ?? '';
      await rig.provider.begin({ ...newCard, id: 'pay_2', amount: 100, card: { kind: 'saved', reference } });
      expect(await rig.provider.read('pay_2')).toMatchObject({ id: 'pay_2', amount: 100, state: 'succeeded', card: { reference } });
    });

    test('a declined card fails in the end', async () => {
      await rig.pay(await begin(), 'declined');
      await rig.elapse();
      const failed = { ...open, state: 'failed', failure: 'declined' };
      expect(await rig.provider.read('pay_1')).toEqual(failed);
      expect(await deliver()).toEqual([failed, failed]);
    });

    test.each([true, false])('3-D Secure, confirmed: %s', async (isConfirmed) => {
      const page = await begin();
      await rig.pay(page, 'authentication');
      expect(await rig.provider.read('pay_1')).toEqual(open);
      await rig.authenticate(page, isConfirmed);
      await rig.elapse();
      expect(await rig.provider.read('pay_1')).toMatchObject(
        isConfirmed ? { state: 'succeeded' } : { state: 'failed', failure: 'authentication-failed', card: null },
      );
    });

    test('an abandoned page expires', async () => {
      await begin();
      await rig.elapse();
      const expired = { ...open, state: 'failed', failure: 'expired' };
      expect(await rig.provider.read('pay_1')).toEqual(expired);
      expect(await deliver()).toEqual([expired, expired]);
    });

    test('a payment that succeeds late is pending until then', async () => {
      await rig.pay(await begin(), 'late');
      expect(await rig.provider.read('pay_1')).toEqual(open);
      for (const report of await deliver()) expect(report).toEqual(open);
      await rig.elapse();
      expect(await rig.provider.read('pay_1')).toMatchObject({ state: 'succeeded' });
      expect(await deliver()).toEqual([expect.objectContaining({ state: 'succeeded' }), expect.objectContaining({ state: 'succeeded' })]);
    });

    test('charges a saved card while nobody is there', async () => {
      expect(await chargeSaved('visa')).toMatchObject({ ...open, state: 'succeeded', card: { last4: '4242' } });
      expect(await deliver()).toEqual([expect.objectContaining({ state: 'succeeded' }), expect.objectContaining({ state: 'succeeded' })]);
    });

    test.each([
      ['declined', 'declined'],
      ['authentication', 'authentication-failed'],
    ] as const)('a saved card that is %s fails, and nothing is asked for', async (card, failure) => {
      const failed = { ...open, state: 'failed', failure };
      expect(await chargeSaved(card)).toEqual(failed);
      expect(await deliver()).toEqual([failed, failed]);
    });

    test('makes one payment of an id, however often and at once it is requested', async () => {
      const pages = await Promise.all([begin(), begin(), begin()]);
      expect(new Set([...pages, await begin({ locale: 'en' })]).size).toBe(1);
      const saved = { ...newCard, id: 'pay_2', card: { kind: 'saved', reference: rig.saveCard('visa') } } as const;
      await Promise.all([rig.provider.begin(saved), rig.provider.begin(saved)]);
      expect(await rig.count()).toBe(2);
      await expect(rig.provider.begin({ ...newCard, amount: 1 })).rejects.toMatchObject({ code: 'refused', isRetriable: false });
      expect(await rig.count()).toBe(2);
    });

    test('a page that is given up is closed where the provider can do that, and money that comes nevertheless is reported', async () => {
      const expired = { ...open, state: 'failed', failure: 'expired' };
      const page = await begin();
      const cancellation = { report: closesPages ? expired : open, isPageOpen: !closesPages };
      expect(await rig.provider.cancel('pay_1')).toEqual(cancellation);
      expect(await rig.provider.cancel('pay_1')).toEqual(cancellation);
      await rig.pay(page, 'visa');
      const report = await rig.provider.read('pay_1');
      expect(report).toMatchObject(closesPages ? expired : { ...open, state: 'succeeded', card: { last4: '4242' } });
      expect(await deliver()).toEqual([report, report]);
      expect(await rig.provider.cancel('pay_unknown')).toEqual({ report: null, isPageOpen: false });
    });

    test('a page that is given up while the bank asks the customer can’t be confirmed any more', async () => {
      const page = await begin();
      await rig.pay(page, 'authentication');
      expect(await rig.provider.cancel('pay_1')).toMatchObject({ isPageOpen: !closesPages });
      await rig.authenticate(page, true);
      expect(await rig.provider.read('pay_1')).toMatchObject(
        closesPages ? { state: 'failed', failure: 'expired' } : { state: 'succeeded' },
      );
    });

    test('a payment that is made, or being made, is not cancelled', async () => {
      await rig.pay(await begin(), 'visa');
      expect(await rig.provider.cancel('pay_1')).toMatchObject({ report: { state: 'succeeded' }, isPageOpen: false });
      await rig.pay(await begin({ id: 'pay_2' }), 'late');
      expect(await rig.provider.cancel('pay_2')).toMatchObject({ report: { state: 'pending' } });
      const reference = rig.saveCard('late');
      await rig.provider.begin({ ...newCard, id: 'pay_3', card: { kind: 'saved', reference } });
      expect(await rig.provider.cancel('pay_3')).toEqual({ report: { ...open, id: 'pay_3' }, isPageOpen: false });
      await rig.elapse();
      for (const id of ['pay_1', 'pay_2']) expect(await rig.provider.read(id)).toMatchObject({ state: 'succeeded' });
    });

    test('refuses notifications that are malformed', async () => {
      await begin();
      for (const body of ['', '{', 'null', '[]', '{"type":"notification"}', '{"id":"pay_1","state":"succeeded"}'])
        await expect(rig.provider.parseNotification({}, body)).rejects.toThrow(PaymentNotificationError);
    });

    test('refuses what someone else made of a notification', async () => {
      await rig.pay(await begin(), 'visa');
      const [sent] = await rig.takeNotifications();
      if (!sent) throw new Error('Nothing was sent.');
      const forged = { ...sent, body: sent.body.replaceAll('pay_1', 'pay_2') };
      await begin({ id: 'pay_2' });
      await expect(rig.provider.parseNotification(forged.headers, forged.body)).rejects.toThrow(PaymentNotificationError);
      expect(await rig.provider.read('pay_2')).toMatchObject({ state: 'pending' });
    });

    if (isSigned)
      test('refuses a notification that is repeated later, or unsigned', async () => {
        await rig.pay(await begin(), 'visa');
        const [sent] = await rig.takeNotifications();
        if (!sent) throw new Error('Nothing was sent.');
        await expect(rig.provider.parseNotification({}, sent.body)).rejects.toThrow(PaymentNotificationError);
        await expect(rig.provider.parseNotification(sent.headers, `${sent.body} `)).rejects.toThrow(PaymentNotificationError);
        const now = rig.clock.now();
        rig.clock.setWallClock(now + 5 * 60_000);
        expect(await rig.provider.parseNotification(sent.headers, sent.body)).toMatchObject({ state: 'succeeded' });
        for (const at of [now + 5 * 60_000 + 1000, now - 5 * 60_000 - 1000]) {
          rig.clock.setWallClock(at);
          await expect(rig.provider.parseNotification(sent.headers, sent.body)).rejects.toThrow(PaymentNotificationError);
        }
      });

    if (isRemote) describe('over a network', () => describeFaults(() => rig, begin));
  });
}

const codes: readonly (readonly [ProviderFault, string, boolean])[] = [
  ['failing', 'unavailable', true],
  ['busy', 'rate-limited', true],
  ['hanging', 'timed-out', true],
  ['lost', 'unreachable', true],
  ['unauthorized', 'unauthorized', false],
];

/** For providers somewhere else. */
function describeFaults(rigNow: () => DriverRig, begin: (request?: Partial<PaymentRequest>) => Promise<string>): void {
  test.each(codes)('when the provider is %s, the error is %s', async (fault, code, isRetriable) => {
    const { setFault, provider, impatient, secrets, takeNotifications, pay } = rigNow();
    const asked = fault === 'hanging' ? impatient : provider;
    if (setFault === null || asked === null) throw new Error('Nothing can go wrong there.');
    const errors: unknown[] = [];
    const note = (error: unknown): void => void errors.push(error);
    await pay(await begin({ id: 'pay_0' }), 'visa');
    const [sent] = await takeNotifications();
    setFault(fault);
    await asked.begin(newCard).catch(note);
    await asked.read('pay_0').catch(note);
    await asked.parseNotification(sent?.headers ?? {}, sent?.body ?? '').catch(note);
    await asked.cancel('pay_0').catch(note);
    expect(errors).toHaveLength(4);
    for (const error of errors) {
      expect(error).toBeInstanceOf(PaymentProviderError);
      expect(error).toMatchObject({ code, isRetriable });
      const shown = error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}` : '';
      for (const secret of secrets) expect(shown).not.toContain(secret);
    }
    setFault(null);
    expect(await begin()).toMatch(/^https?:/);
    expect(await provider.parseNotification(sent?.headers ?? {}, sent?.body ?? '')).toMatchObject({ id: 'pay_0', state: 'succeeded' });
  });

  test('an answer that was lost leaves one payment, which is found again', async () => {
    const { setFault, provider, count, saveCard, pay } = rigNow();
    if (setFault === null) throw new Error('Nothing can go wrong there.');
    const reference = saveCard('visa');
    setFault('lost');
    await expect(begin()).rejects.toMatchObject({ code: 'unreachable' });
    await expect(begin({ id: 'pay_2', card: { kind: 'saved', reference } })).rejects.toMatchObject({ code: 'unreachable' });
    setFault(null);
    expect(await count()).toBe(2);
    expect(await provider.read('pay_2')).toMatchObject({ state: 'succeeded' });
    await provider.begin({ ...newCard, id: 'pay_2', card: { kind: 'saved', reference } });
    await pay(await begin({ locale: 'en' }), 'visa');
    expect(await provider.read('pay_1')).toMatchObject({ state: 'succeeded' });
    expect(await count()).toBe(2);
  });

  test('an answer that was lost leaves one payment, though no list has it yet', async () => {
    const { setFault, setListed, provider, count, saveCard, clock } = rigNow();
    const saved = { ...newCard, id: 'pay_2', card: { kind: 'saved', reference: saveCard('visa') } } as const;
    setListed?.(false);
    setFault?.('lost');
    await expect(begin()).rejects.toMatchObject({ code: 'unreachable' });
    await expect(provider.begin(saved)).rejects.toMatchObject({ code: 'unreachable' });
    setFault?.(null);
    clock.setWallClock(clock.now() + 60_000);
    // Another language makes another request of it: the key must not become a second payment, nor a failed one.
    await expect(begin({ locale: 'en' })).rejects.toMatchObject({ code: 'unavailable', isRetriable: true });
    await expect(provider.begin({ ...saved, locale: 'en' })).rejects.toMatchObject({ code: 'unavailable', isRetriable: true });
    expect(await begin()).toMatch(/^https?:/);
    await provider.begin(saved);
    expect(await provider.read('pay_2')).toMatchObject({ state: 'succeeded' });
    expect(await count()).toBe(2);
  });

  test('a request that was lost makes nothing, and is made later', async () => {
    const { setFault, provider, count, saveCard } = rigNow();
    if (setFault === null) throw new Error('Nothing can go wrong there.');
    const saved = { ...newCard, card: { kind: 'saved', reference: saveCard('visa') } } as const;
    setFault('failing');
    await expect(provider.begin(saved)).rejects.toMatchObject({ code: 'unavailable' });
    setFault(null);
    expect(await provider.read('pay_1')).toBeNull();
    await provider.begin(saved);
    expect(await provider.read('pay_1')).toMatchObject({ state: 'succeeded' });
    expect(await count()).toBe(1);
  });

  test('a saved card that the provider does not have any more has failed', async () => {
    const { provider } = rigNow();
    await provider.begin({ ...newCard, card: { kind: 'saved', reference: 'cus_gone/pm_gone' } });
    expect(await provider.read('pay_1')).toEqual({ ...open, state: 'failed', failure: 'declined' });
  });
}
