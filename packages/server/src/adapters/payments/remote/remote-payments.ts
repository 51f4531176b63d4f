import type { Clock } from '@watchpost/contract/timing/clock';
import type { ProviderPaymentsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import type { Logger } from '../../../kernel/log.ts';
import {
  PaymentNotificationError,
  PaymentProviderError,
  type PaymentCancellation,
  type PaymentProvider,
  type PaymentReport,
  type PaymentRequest,
} from '../port.ts';

/** A payment as the provider has it. */
export interface RemotePayment {
  /** Its id there. */
  readonly reference: string;
  /** The provider's page; null when it asks the customer for nothing any more. */
  readonly pageUrl: string | null;
  readonly report: PaymentReport;
}

/** What a driver of a provider somewhere else must do; every call rejects with {@link PaymentProviderError} only. */
export interface RemoteApi {
  /** Makes the payment, once for the id of the request. */
  create(request: PaymentRequest): Promise<RemotePayment>;
  /** @returns null when this account at the provider does not have it */
  retrieve(reference: string): Promise<RemotePayment | null>;
  /**
   * Looks for a payment whose reference was lost with the answer.
   * @param since Unix ms
   * @returns null when it is certain that there is none
   */
  locate(id: string, since: number): Promise<RemotePayment | null>;
  /** Closes the page of a payment, if it has one that can be closed. @returns the payment then */
  cancel(reference: string): Promise<RemotePayment | null>;
}

export interface RemotePayments extends Pick<PaymentProvider, 'begin' | 'read' | 'cancel'> {
  /**
   * Reads the payment that a notification names.
   * @throws {PaymentNotificationError} when the provider has no such payment
   */
  confirm(named: { readonly id: string; readonly reference: string }): Promise<PaymentReport>;
}

export interface RemoteDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The provider's clock may be behind ours, ms. */
const clockSkewMs = 5 * 60_000;

/** Keeps what each payment is called at the provider: written down before it is asked, so that no answer can be lost. */
export function createRemotePayments(name: PaymentProvider['name'], api: RemoteApi, { db, clock, log }: RemoteDeps): RemotePayments {
  const find = (id: string): Promise<ProviderPaymentsTable | undefined> =>
    db.selectFrom('provider_payments').selectAll().where('id', '=', id).where('provider', '=', name).executeTakeFirst();
  const change = async (
    id: string,
    to: Pick<ProviderPaymentsTable, 'reference'> | Pick<ProviderPaymentsTable, 'failure'>,
  ): Promise<void> => {
    await db.updateTable('provider_payments').set(to).where('id', '=', id).where('reference', 'is', null).execute();
  };

  const open = async ({ id, amount, currency }: PaymentRequest): Promise<{ row: ProviderPaymentsTable; isNew: boolean }> => {
    const fresh = { id, provider: name, reference: null, amount, currency, failure: null, created_at: clock.now() };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('provider_payments')
      .values(fresh)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    const row = await find(id);
    if (!row || row.amount !== amount || row.currency !== currency)
      throw new PaymentProviderError(`The payment ${id} was requested with another amount, or from another provider.`, 'refused');
    return { row, isNew: (numInsertedOrUpdatedRows ?? 0n) > 0n };
  };

  const known = async ({ id, reference, created_at: createdAt }: ProviderPaymentsTable): Promise<RemotePayment | null> => {
    if (reference === null) {
      const located = await api.locate(id, createdAt - clockSkewMs);
      if (located) await change(id, { reference: located.reference });
      return located;
    }
    const remote = await api.retrieve(reference);
    // Never made again: the money may have been moved in the account that the server had before.
    if (!remote)
      throw new PaymentProviderError(`The provider does not have the payment ${id} (${reference}). Was its account changed?`, 'refused');
    return remote;
  };

  /** @returns null when the provider refused a saved card, and the payment has failed */
  const create = async (request: PaymentRequest): Promise<RemotePayment | null> => {
    try {
      const remote = await api.create(request);
      await change(request.id, { reference: remote.reference });
      return remote;
    } catch (error) {
      // A customer sees the error and tries again; a renewal would be tried for ever.
      const isFinal = error instanceof PaymentProviderError && error.code === 'refused' && request.card.kind === 'saved';
      if (!isFinal) throw error;
      log.error({ err: error, payment: request.id, provider: name }, 'The provider refuses to charge a saved card');
      await change(request.id, { failure: 'declined' });
      return null;
    }
  };

  const isSame = (row: ProviderPaymentsTable, { report }: RemotePayment): boolean =>
    report.id === row.id && report.amount === row.amount && report.currency === row.currency;

  const expectSame = (row: ProviderPaymentsTable, remote: RemotePayment): void => {
    if (!isSame(row, remote))
      throw new PaymentProviderError(`The provider has another payment as ${remote.reference} than ${row.id}.`, 'unreadable');
  };
  /** @returns null for one that the provider does not know */
  const look = async (id: string): Promise<(Pick<RemotePayment, 'report'> & Partial<RemotePayment>) | null> => {
    const row = await find(id);
    if (!row) return null;
    const { amount, currency, failure } = row;
    if (failure !== null) return { report: { id, state: 'failed', failure, amount, currency, card: null } };
    const remote = await known(row);
    if (remote) expectSame(row, remote);
    return remote;
  };

  return {
    begin: async (request) => {
      const { row, isNew } = await open(request);
      if (row.failure !== null) return { redirectUrl: null };
      const remote = (isNew ? null : await known(row)) ?? (await create(request));
      return { redirectUrl: request.card.kind === 'new' ? (remote?.pageUrl ?? null) : null };
    },
    read: async (id) => (await look(id))?.report ?? null,
    cancel: async (id): Promise<PaymentCancellation> => {
      const before = await look(id);
      if (before?.reference === undefined || before.report.state !== 'pending')
        return { report: before?.report ?? null, isPageOpen: false };
      const { report, pageUrl = null } = (await api.cancel(before.reference)) ?? before;
      return { report, isPageOpen: report.state === 'pending' && pageUrl !== null };
    },
    confirm: async ({ id, reference }) => {
      const row = await find(id);
      if (!row || row.failure !== null || (row.reference !== null && row.reference !== reference))
        throw new PaymentNotificationError('It names a payment that was not requested.');
      const remote = await api.retrieve(reference);
      if (!remote || !isSame(row, remote)) throw new PaymentNotificationError('The provider does not have the payment that it names.');
      await change(id, { reference });
      return remote.report;
    },
  };
}
