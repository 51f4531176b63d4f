import type { MailQueue } from '../../adapters/mail/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Db } from '../../db/database.ts';
import { createPlausibleTime } from '../../media/retention/plausible-time.ts';
import { endSessions } from '../session/index.ts';
import { toLocale, type Customer } from './account-customers.ts';
import { deletedLetter, restoredLetter } from './account-letters.ts';

/** How long a deleted account can come back. */
export const graceDays = 7;
const grace = graceDays * 24 * 60 * 60 * 1000;
const lookEvery = 60 * 60 * 1000;

/** What becomes of the cameras of an account; implemented by the app. */
export interface AccountCameras {
  /** They stop recording; what they recorded stays. */
  suspend(customerId: string): Promise<void>;
  resume(customerId: string): Promise<void>;
  /** Deletes them with everything recorded. @throws {Error} when something is left: it is tried again */
  purge(customerId: string): Promise<void>;
}

/** Deletion in two steps: at once for everybody's eyes, for good after the grace period. */
export interface AccountDeletion {
  /** From now on nothing acts for the account and nobody sees its cameras. */
  delete(customer: Customer): Promise<void>;
  /** The owner has signed in: true when the account is theirs again; false when its time is over, and the address is free. */
  restore(customerId: string): Promise<boolean>;
  /** Purges what is due, now and then every hour. */
  start(): void;
  /** Purges what is due. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export interface AccountDeletionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: MailQueue;
  readonly cameras: AccountCameras;
  /** Whom a person writes to who did not do it; null when nobody is known. */
  readonly contact: string | null;
  /** Where the app is reached, for the link in the letter; null when it is not known. */
  readonly publicOrigin: string | null;
}

export function createAccountDeletion({ db, clock, log, mail, cameras, contact, publicOrigin }: AccountDeletionDeps): AccountDeletion {
  // A clock that jumps must not purge an account before its time.
  const plausibleNow = createPlausibleTime(clock);
  let running: Promise<void> | null = null;
  let isClosed = false;
  let stop = (): void => undefined;

  const isOver = (): number => plausibleNow() - grace;
  /** The address is free for a new account at once, however long the purge takes. */
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
      // With it goes everything that refers to it: devices, sign-ins, grants, feedback.
      await transaction.deleteFrom('customers').where('id', '=', customerId).execute();
    });
    log.info({ customerId }, 'A deleted account is gone for good');
  };
  const purgeAll = async (): Promise<void> => {
    const due = await db.selectFrom('customers').select('id').where('deleted_at', '<=', isOver()).orderBy('deleted_at').execute();
    for (const { id } of due) {
      if (isClosed) return;
      await purge(id).catch((error: unknown) => log.error({ err: error, customerId: id }, 'A deleted account could not be purged; it is tried again'));
    }
  };
  const run = (): Promise<void> =>
    (running ??= purgeAll()
      .catch((error: unknown) => log.warn({ err: error }, 'Deleted accounts could not be looked for; it is tried again'))
      .finally(() => {
        running = null;
      }));

  return {
    delete: async ({ id, email, locale }) => {
      const at = clock.now();
      await db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction.updateTable('customers').set({ deleted_at: at }).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
        if (numUpdatedRows !== 1n) throw new AppError('unauthorized');
        await endSessions(transaction, { customerId: id, at });
        await transaction.deleteFrom('registration_tokens').where('customer_id', '=', id).execute();
        await transaction.deleteFrom('one_time_codes').where('subject', '=', id).execute();
        await mail.addWithin(transaction, deletedLetter(email, { until: at + grace, contact, publicOrigin, locale }));
      });
      mail.wake();
      // The account is deleted whatever happens here: the next start does not start its cameras.
      await cameras.suspend(id).catch((error: unknown) => log.error({ err: error, customerId: id }, 'A camera of a deleted account did not stop'));
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
      await cameras.resume(customerId).catch((error: unknown) => log.error({ err: error, customerId }, 'A camera of a restored account did not start'));
      await mail.add(restoredLetter(restored.email, { contact, locale: toLocale(restored.locale) }));
      return true;
    },

    start: () => {
      stop = clock.every(lookEvery, () => void run());
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
