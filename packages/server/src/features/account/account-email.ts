import type { Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../adapters/mail/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Db } from '../../db/database.ts';
import { codeValidity, createCodeLimits, endSessions, type OneTimeCodes } from '../session/index.ts';
import { readCustomer, type AccountSession, type Customer } from './account-customers.ts';
import { addressChangedEmailMessage, newAddressEmailMessage } from './account-email-messages.ts';

export interface EmailChange {
  /** Sends a code to the new address. @throws {AppError} email-in-use, too-many-requests */
  requestCode(session: AccountSession, email: string): Promise<void>;
  /** Signs out every other device and notifies the old address. @throws {AppError} invalid-code, email-in-use, too-many-requests */
  change(session: AccountSession, email: string, otp: string): Promise<Customer>;
}

export interface EmailChangeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mail: MailQueue;
  readonly codes: OneTimeCodes;
  /** Contact for a user who did not change the address; null when none is configured. */
  readonly contact: string | null;
}

export function createEmailChange({ db, clock, mail, codes, contact }: EmailChangeDeps): EmailChange {
  const limits = createCodeLimits({ db, clock });
  const isTaken = async (email: string): Promise<boolean> =>
    (await db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;

  return {
    requestCode: async ({ customerId, deviceId, address }, email) => {
      const { locale } = await readCustomer(db, customerId);
      // Counted before the answer, which reveals whether an account exists.
      await limits.countNewEmail({ customerId, email, address, knownDeviceId: null });
      if (await isTaken(email)) throw new AppError('email-in-use');
      const code = await codes.issue({ purpose: 'new-email', customerId, email, deviceId, address });
      await mail.add(newAddressEmailMessage(email, code, locale), { expiresAfterMs: codeValidity });
    },

    change: async ({ customerId, familyId, deviceId, address }, email, otp) => {
      const before = await readCustomer(db, customerId);
      await codes.consume({ purpose: 'new-email', customerId, email, otp, deviceId, address });
      const at = clock.now();
      try {
        await db.transaction().execute(async (transaction) => {
          await transaction.updateTable('customers').set({ email }).where('id', '=', customerId).execute();
          await endSessions(transaction, { customerId, at, keep: { familyId, deviceId } });
          await mail.addWithin(transaction, addressChangedEmailMessage(before.email, { newEmail: email, at, contact, reader: before }));
        });
      } catch (error) {
        // Only the database can decide which of two came first: its unique constraint failed, whatever the engine calls it.
        if (email !== before.email && (await isTaken(email))) throw new AppError('email-in-use', { cause: error });
        throw error;
      }
      mail.wake();
      return { ...before, email };
    },
  };
}
