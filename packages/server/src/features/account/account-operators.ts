import type { Db } from '../../db/database.ts';

/** Knows who runs this server: only operators reach into its own network or add cameras without a limit. */
export interface Operators {
  isOperator(customerId: string): Promise<boolean>;
}

/**
 * Creates the check.
 * @param deps emails: addresses of the operators; null makes every account one, because only users of this machine reach the server
 */
export function createOperators({ db, emails }: { db: Db; emails: readonly string[] | null }): Operators {
  /** Last known answers: cameras continue while the database is unavailable. */
  const known = new Map<string, boolean>();
  return {
    isOperator: async (customerId) => {
      if (emails === null) return true;
      try {
        const customer = await db
          .selectFrom('customers')
          .select('email')
          .where('id', '=', customerId)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        const isOperator = customer !== undefined && emails.includes(customer.email);
        known.set(customerId, isOperator);
        return isOperator;
      } catch (error) {
        const last = known.get(customerId);
        if (last === undefined) throw error;
        return last;
      }
    },
  };
}
