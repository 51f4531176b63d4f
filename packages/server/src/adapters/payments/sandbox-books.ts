import type { Clock } from '@watchpost/contract/timing/clock';
import type { SandboxPaymentsTable } from '../../db/billing-tables.ts';
import type { Db } from '../../db/database.ts';
import { PaymentProviderError, type PaymentReport, type PaymentRequest } from './port.ts';
import { findSandboxCard, toProviderCard, type SandboxCard } from './sandbox-cards.ts';

const minuteMs = 60_000;
/** A page that nobody used, and a card that never answers, ms. */
const expiryMs = 15 * minuteMs;
/** How late a late payment succeeds, ms. */
const lateMs = minuteMs;
/** Payments per statement. */
const batchRows = 50;

/** The sandbox's own payments, as a provider keeps them: in tables that nothing else reads. */
export interface SandboxBooks {
  /** Opens a payment, once for an id; a saved card is charged at once. */
  open(request: PaymentRequest): Promise<SandboxPaymentsTable>;
  find(id: string): Promise<SandboxPaymentsTable | undefined>;
  /** Charges a card that the page asked for. */
  charge(id: string, card: SandboxCard): Promise<void>;
  /** Ends the question whether it is the customer. */
  authenticate(id: string, isConfirmed: boolean): Promise<void>;
  /** Ends a payment that the customer gave up. */
  cancel(id: string): Promise<void>;
  /** Ends a payment that nobody should pay any more, if no bank has been asked yet. */
  close(id: string): Promise<void>;
  /** Settles payments whose time has come. */
  settleDue(): Promise<void>;
  /** Payments whose notification is due. */
  toNotify(): Promise<SandboxPaymentsTable[]>;
  /** Notes the result of a notification; one that failed is sent again. */
  notified(payment: SandboxPaymentsTable, isReceived: boolean): Promise<void>;
}

type Change = Partial<SandboxPaymentsTable>;

export function createSandboxBooks({ db, clock }: { readonly db: Db; readonly clock: Clock }): SandboxBooks {
  const find = (id: string): Promise<SandboxPaymentsTable | undefined> =>
    db.selectFrom('sandbox_payments').selectAll().where('id', '=', id).executeTakeFirst();
  const change = async (id: string, from: readonly SandboxPaymentsTable['state'][], to: Change): Promise<void> => {
    await db.updateTable('sandbox_payments').set(to).where('id', '=', id).where('state', 'in', from).execute();
  };
  const settled = (failure: SandboxPaymentsTable['failure']): Change => ({
    state: failure === null ? 'succeeded' : 'failed',
    failure,
    settles_at: null,
    notify_at: clock.now(),
  });
  const outcomeOf = (card: SandboxCard, isPresent: boolean): Change => {
    const now = clock.now();
    switch (card.outcome) {
      case 'succeeds':
        return settled(null);
      case 'declined':
        return settled('declined');
      case 'authentication':
        return isPresent ? { state: 'authentication', settles_at: now + expiryMs } : settled('authentication-failed');
      case 'late':
        return { state: 'waiting', settles_at: now + lateMs };
      case 'silent':
        return { state: 'waiting', settles_at: now + expiryMs };
    }
  };

  return {
    open: async ({ id, amount, currency, locale, card }) => {
      const now = clock.now();
      await db
        .insertInto('sandbox_payments')
        .values({
          id,
          amount,
          currency,
          state: 'created',
          failure: null,
          card: null,
          is_saved: card.kind === 'new' && card.isSaved ? 1 : 0,
          locale,
          return_url: card.kind === 'new' ? card.returnUrl : '',
          settles_at: now + expiryMs,
          notify_at: null,
          notices: 0,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      if (card.kind === 'saved') {
        const saved = findSandboxCard(card.reference);
        if (!saved) throw new PaymentProviderError(`The sandbox has no card ${card.reference}.`, 'refused');
        await change(id, ['created'], { card: saved.id, ...outcomeOf(saved, false) });
      }
      const payment = await find(id);
      if (!payment || payment.amount !== amount || payment.currency !== currency)
        throw new PaymentProviderError(`The sandbox has a payment ${id} of another amount.`, 'refused');
      return payment;
    },
    find,
    charge: (id, card) => change(id, ['created'], { card: card.id, ...outcomeOf(card, true) }),
    authenticate: (id, isConfirmed) => change(id, ['authentication'], settled(isConfirmed ? null : 'authentication-failed')),
    cancel: (id) => change(id, ['created', 'authentication'], settled('declined')),
    close: (id) => change(id, ['created', 'authentication'], settled('expired')),
    settleDue: async () => {
      const due = await db
        .selectFrom('sandbox_payments')
        .selectAll()
        .where('settles_at', '<=', clock.now())
        .orderBy('settles_at')
        .limit(batchRows)
        .execute();
      for (const { id, state, card } of due)
        await change(id, [state], settled(findSandboxCard(card)?.outcome === 'late' ? null : 'expired'));
    },
    toNotify: () =>
      db.selectFrom('sandbox_payments').selectAll().where('notify_at', '<=', clock.now()).orderBy('notify_at').limit(batchRows).execute(),
    notified: async ({ id, notices }, isReceived) => {
      const next = clock.now() + Math.min(5 * minuteMs, 1000 * 2 ** Math.min(notices, 10));
      await db
        .updateTable('sandbox_payments')
        .set({ notify_at: isReceived ? null : next, notices: notices + 1 })
        .where('id', '=', id)
        .execute();
    },
  };
}

export function toReport({ id, amount, currency, state, failure, card }: SandboxPaymentsTable): PaymentReport {
  const used = findSandboxCard(card);
  const isSucceeded = state === 'succeeded';
  return {
    id,
    amount,
    currency,
    state: isSucceeded ? 'succeeded' : state === 'failed' ? 'failed' : 'pending',
    failure,
    card: isSucceeded && used ? toProviderCard(used) : null,
  };
}
