import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../adapters/mail/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Db } from '../../db/database.ts';
import { createPlausibleTime } from '../../media/retention/plausible-time.ts';
import { endSessions } from '../session/index.ts';
import { toLocale, type Customer } from './account-customers.ts';
import { deletedEmailMessage, restoredEmailMessage } from './account-email-messages.ts';

/** Days within which a deleted account can be restored. */
export const graceDays = 7;
const grace = graceDays * 24 * 60 * 60 * 1000;
const checkIntervalMs = 60 * 60 * 1000;

/** What happens to the cameras of an account; implemented by the app. */
export interface AccountCameras {
  /** Stops recording; existing recordings stay. */
  suspend(customerId: string): Promise<void>;
  resume(customerId: string): Promise<void>;
  /** Deletes the cameras with all recordings. @throws {Error} when something is left: the purge is retried */
  purge(customerId: string): Promise<void>;
}

/** Deletes an account in two steps: it becomes invisible immediately, and is purged after the grace period. */
export interface AccountDeletion {
  /** From now on no session acts for the account and its cameras are invisible. */
  delete(customer: Customer): Promise<void>;
  /** Restores the account when its owner signs in: true when restored; false when the grace period is over, and the address is free. */
  restore(customerId: string): Promise<boolean>;
  /** Purges due accounts now and every hour. */
  start(): void;
  /** Purges due accounts. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export interface AccountDeletionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: MailQueue;
  readonly cameras: AccountCameras;
  /** Contact for a user who did not request the deletion; null when none is configured. */
  readonly contact: string | null;
  /** Where the app is reached, for the link in the e-mail message; null when unknown. */
  readonly publicUrl: string | null;
}

export function createAccountDeletion({ db, clock, log, mail, cameras, contact, publicUrl }: AccountDeletionDeps): AccountDeletion {
  // A clock that jumps must not purge an account early.
  const plausibleNow = createPlausibleTime(clock);
  let running: Promise<void> | null = null;
  let isClosed = false;
  let stop = (): void => undefined;

  const isOver = (): number => plausibleNow() - grace;
  /** Frees the address for a new account immediately, however long the purge takes. */
  const release = async (customerId: string): Promise<void> => {
    await db
      .updateTable('customers')
      .set({ email: `deleted:${customerId}` })
      .where('id', '=', customerId)
      .where('deleted_at', '<=', isOver())
      .execute();
  };

  const purge = async (customerId: string): Promise<void> => {
    await release(customerId);
    await cameras.purge(customerId);
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('login_attempts').where('customer_id', '=', customerId).execute();
      await transaction.deleteFrom('one_time_codes').where('subject', '=', customerId).execute();
      // Deletes everything that refers to it too: devices, sign-ins, grants, feedback.
      await transaction.deleteFrom('customers').where('id', '=', customerId).execute();
    });
    log.info({ customerId }, 'A deleted account was purged');
  };
  const purgeAll = async (): Promise<void> => {
    const due = await db.selectFrom('customers').select('id').where('deleted_at', '<=', isOver()).orderBy('deleted_at').execute();
    for (const { id } of due) {
      if (isClosed) return;
      await purge(id).catch((error: unknown) =>
        log.error({ err: error, customerId: id }, 'A deleted account could not be purged; retrying'),
      );
    }
  };
  const run = (): Promise<void> =>
    (running ??= purgeAll()
      .catch((error: unknown) => log.warn({ err: error }, 'Deleted accounts could not be listed; retrying'))
      .finally(() => {
        running = null;
      }));

  return {
    delete: async ({ id, email, locale, timeZone }) => {
      const at = clock.now();
      await db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('customers')
          .set({ deleted_at: at })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) throw new AppError('unauthorized');
        await endSessions(transaction, { customerId: id, at });
        await transaction.deleteFrom('registration_tokens').where('customer_id', '=', id).execute();
        await transaction.deleteFrom('one_time_codes').where('subject', '=', id).execute();
        await mail.addWithin(
          transaction,
          deletedEmailMessage(email, { until: at + grace, contact, publicUrl, reader: { locale, timeZone } }),
        );
      });
      mail.wake();
      // The account stays deleted even if this fails: the next start does not start its cameras.
      await cameras
        .suspend(id)
        .catch((error: unknown) => log.error({ err: error, customerId: id }, 'A camera of a deleted account did not stop'));
    },

    restore: async (customerId) => {
      const restored = await db
        .updateTable('customers')
        .set({ deleted_at: null })
        .where('id', '=', customerId)
        .where('deleted_at', '>', isOver())
        .returning(['email', 'locale'])
        .executeTakeFirst();
      if (!restored) {
        await release(customerId);
        return false;
      }
      await cameras
        .resume(customerId)
        .catch((error: unknown) => log.error({ err: error, customerId }, 'A camera of a restored account did not start'));
      await mail.add(restoredEmailMessage(restored.email, { contact, locale: toLocale(restored.locale) }));
      return true;
    },

    start: () => {
      stop = callEvery(clock, checkIntervalMs, () => void run());
      void run();
    },
    run,
    close: async () => {
      isClosed = true;
      stop();
      await running;
    },
  };
}
