import type { Locale } from '@watchpost/contract/kernel';
import type { DeletionSummary, Profile, SignedInDevice } from '@watchpost/contract/schemas/account';
import type { MailQueue } from '../../adapters/mail/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../db/database.ts';
import { codeValidity, endDevice, endSessions, listDevices, type OneTimeCodes } from '../session/index.ts';
import { readCustomer, type AccountSession, type Customer } from './account-customers.ts';
import { graceDays, type AccountDeletion } from './account-deletion.ts';
import { createEmailChange } from './account-email.ts';
import { deletionCodeLetter } from './account-letters.ts';
import { readDeletionSummary } from './account-summary.ts';

export interface AccountService {
  profile(session: AccountSession): Promise<Profile>;
  saveLocale(session: AccountSession, locale: Locale): Promise<Profile>;
  /** Sends a code to the new address. @throws {AppError} email-in-use, too-many-requests */
  requestEmailCode(session: AccountSession, email: string): Promise<void>;
  /** @throws {AppError} invalid-code, email-in-use, too-many-requests */
  changeEmail(session: AccountSession, email: string, otp: string): Promise<Profile>;
  deletionSummary(session: AccountSession): Promise<DeletionSummary>;
  /** Sends a code to the account's own address. @throws {AppError} too-many-requests */
  requestDeletionCode(session: AccountSession): Promise<void>;
  /** @throws {AppError} invalid-code, too-many-requests */
  delete(session: AccountSession, otp: string): Promise<void>;
  devices(session: AccountSession): Promise<SignedInDevice[]>;
  /** @throws {AppError} not-found, alike for an unknown device and somebody else's */
  signOutDevice(session: AccountSession, deviceId: string): Promise<void>;
  signOutOtherDevices(session: AccountSession): Promise<void>;
}

export interface AccountServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mail: MailQueue;
  readonly codes: OneTimeCodes;
  readonly deletion: Pick<AccountDeletion, 'delete'>;
  /** Whom a person writes to who did not change the address; null when nobody is known. */
  readonly contact: string | null;
}

export function createAccountService({ db, clock, mail, codes, deletion, contact }: AccountServiceDeps): AccountService {
  const emailChange = createEmailChange({ db, clock, mail, codes, contact });
  const toProfile = ({ id, email, locale, createdAt }: Customer): Profile => ({ customerId: id, email, locale, createdAt });

  return {
    profile: async ({ customerId }) => toProfile(await readCustomer(db, customerId)),
    saveLocale: async ({ customerId }, locale) => {
      await db.updateTable('customers').set({ locale }).where('id', '=', customerId).execute();
      return toProfile(await readCustomer(db, customerId));
    },
    requestEmailCode: emailChange.requestCode,
    changeEmail: async (session, email, otp) => toProfile(await emailChange.change(session, email, otp)),
    deletionSummary: async ({ customerId }) => ({ ...(await readDeletionSummary(db, customerId, clock.now())), graceDays }),
    requestDeletionCode: async ({ customerId, deviceId, address }) => {
      const { email, locale } = await readCustomer(db, customerId);
      const code = await codes.issue({ purpose: 'deletion', customerId, email, deviceId, address });
      await mail.add(deletionCodeLetter(email, code, locale), { usefulFor: codeValidity });
    },
    delete: async ({ customerId, deviceId, address }, otp) => {
      const customer = await readCustomer(db, customerId);
      await codes.consume({ purpose: 'deletion', customerId, email: customer.email, otp, deviceId, address });
      await deletion.delete(customer);
    },
    devices: async ({ customerId, deviceId }) => (await listDevices(db, customerId)).map((device) => ({ ...device, isCurrent: device.id === deviceId })),
    signOutDevice: async ({ customerId }, deviceId) => {
      if (!(await endDevice(db, { customerId, deviceId, at: clock.now() }))) throw new AppError('not-found');
    },
    signOutOtherDevices: ({ customerId, familyId, deviceId }) => endSessions(db, { customerId, at: clock.now(), keep: { familyId, deviceId } }),
  };
}
