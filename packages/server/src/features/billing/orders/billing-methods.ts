import type { PaymentMethod } from '@watchpost/contract/schemas/billing';
import type { PaymentMethodsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { inMoneyTransaction, lockCustomer } from '../billing-transaction.ts';

/** A customer's saved cards. */
export interface PaymentMethods {
  /** The default first, then the newest. */
  list(customerId: string): Promise<PaymentMethod[]>;
  /** @throws {AppError} not-found for a card of another customer */
  setDefault(customerId: string, id: string): Promise<PaymentMethod[]>;
  /** Forgets a card; the newest of the others becomes the default. @throws {AppError} not-found */
  remove(customerId: string, id: string): Promise<void>;
}

export function createPaymentMethods({ db }: { readonly db: Db }): PaymentMethods {
  const makeDefault = async (transaction: Db, customerId: string, id: string): Promise<void> => {
    await transaction.updateTable('payment_methods').set({ is_default: 0 }).where('customer_id', '=', customerId).execute();
    await transaction.updateTable('payment_methods').set({ is_default: 1 }).where('id', '=', id).execute();
  };
  const list = async (on: Db, customerId: string): Promise<PaymentMethodsTable[]> =>
    on
      .selectFrom('payment_methods')
      .selectAll()
      .where('customer_id', '=', customerId)
      .orderBy('is_default', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
  const within = <T>(
    customerId: string,
    id: string,
    work: (transaction: Db, cards: readonly PaymentMethodsTable[]) => Promise<T>,
  ): Promise<T> =>
    inMoneyTransaction(db, async (transaction) => {
      await lockCustomer(transaction, customerId);
      const cards = await list(transaction, customerId);
      if (!cards.some((card) => card.id === id)) throw new AppError('not-found');
      return work(transaction, cards);
    });

  return {
    list: async (customerId) => (await list(db, customerId)).map(toPaymentMethod),
    setDefault: (customerId, id) =>
      within(customerId, id, async (transaction) => {
        await makeDefault(transaction, customerId, id);
        return (await list(transaction, customerId)).map(toPaymentMethod);
      }),
    remove: (customerId, id) =>
      within(customerId, id, async (transaction, cards) => {
        await transaction.deleteFrom('payment_methods').where('id', '=', id).execute();
        const [next] = cards.filter((card) => card.id !== id);
        if (next && !cards.some((card) => card.id !== id && card.is_default === 1)) await makeDefault(transaction, customerId, next.id);
      }),
  };
}

function toPaymentMethod(row: PaymentMethodsTable): PaymentMethod {
  return {
    id: row.id,
    brand: row.brand,
    last4: row.last4,
    expiryMonth: row.expiry_month,
    expiryYear: row.expiry_year,
    isDefault: row.is_default === 1,
  } satisfies Complete<PaymentMethod>;
}
