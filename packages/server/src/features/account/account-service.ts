import type { DeletionSummary, Profile, SignedInDevice, UpdateProfileBody } from '@watchpost/contract/schemas/account';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../adapters/mail/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { Db } from '../../db/database.ts';
import { codeValidity, endDevice, endSessions, listDevices, type OneTimeCodes } from '../session/index.ts';
import { readCustomer, type AccountSession, type Customer } from './account-customers.ts';
import { graceDays, type AccountDeletion } from './account-deletion.ts';
import { createEmailChange } from './account-email.ts';
import { deletionCodeEmailMessage } from './account-email-messages.ts';
import { readDeletionSummary } from './account-summary.ts';

export interface AccountService {
  profile(session: AccountSession): Promise<Profile>;
  updateProfile(session: AccountSession, change: UpdateProfileBody): Promise<Profile>;
  /** Sends a code to the new address. @throws {AppError} email-in-use, too-many-requests */
  requestEmailCode(session: AccountSession, email: string): Promise<void>;
  /** Changes the address. @throws {AppError} invalid-code, email-in-use, too-many-requests */
  changeEmail(session: AccountSession, email: string, otp: string): Promise<Profile>;
  deletionSummary(session: AccountSession): Promise<DeletionSummary>;
  /** Sends a code to the account's own address. @throws {AppError} too-many-requests */
  requestDeletionCode(session: AccountSession): Promise<void>;
  /** Deletes the account. @throws {AppError} invalid-code, too-many-requests */
  delete(session: AccountSession, otp: string): Promise<void>;
  devices(session: AccountSession): Promise<SignedInDevice[]>;
  /** Ends everything on the device. @throws {AppError} not-found, alike for an unknown device and another user's */
  signOutDevice(session: AccountSession, deviceId: string): Promise<void>;
  signOutOtherDevices(session: AccountSession): Promise<void>;
}

export interface AccountServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mail: MailQueue;
  readonly codes: OneTimeCodes;
  readonly deletion: Pick<AccountDeletion, 'delete'>;
  /** Contact for a user who did not change the address; null when none is configured. */
  readonly contact: string | null;
}

export function createAccountService({ db, clock, mail, codes, deletion, contact }: AccountServiceDeps): AccountService {
  const emailChange = createEmailChange({ db, clock, mail, codes, contact });
  const toProfile = ({ id, email, locale, timeZone, createdAt }: Customer): Profile =>
    ({ customerId: id, email, locale, timeZone, createdAt }) satisfies Complete<Profile>;

  return {
    profile: async ({ customerId }) => toProfile(await readCustomer(db, customerId)),
    updateProfile: async ({ customerId }, { locale, timeZone }) => {
      await db
        .updateTable('customers')
        .set({ ...(locale && { locale }), ...(timeZone && { time_zone: timeZone }) })
        .where('id', '=', customerId)
        .execute();
      return toProfile(await readCustomer(db, customerId));
    },
    requestEmailCode: emailChange.requestCode,
    changeEmail: async (session, email, otp) => toProfile(await emailChange.change(session, email, otp)),
    deletionSummary: async ({ customerId }) =>
      ({ ...(await readDeletionSummary(db, customerId, clock.now())), graceDays }) satisfies Complete<DeletionSummary>,
    requestDeletionCode: async ({ customerId, deviceId, address }) => {
      const { email, locale } = await readCustomer(db, customerId);
      const code = await codes.issue({ purpose: 'deletion', customerId, email, deviceId, address });
      await mail.add(deletionCodeEmailMessage(email, code, locale), { expiresAfterMs: codeValidity });
    },
    delete: async ({ customerId, deviceId, address }, otp) => {
      const customer = await readCustomer(db, customerId);
      await codes.consume({ purpose: 'deletion', customerId, email: customer.email, otp, deviceId, address });
      await deletion.delete(customer);
    },
    devices: async ({ customerId, deviceId }) =>
      (await listDevices(db, customerId)).map(
        (device) => ({ ...device, isCurrent: device.id === deviceId }) satisfies Complete<SignedInDevice>,
      ),
    signOutDevice: async ({ customerId }, deviceId) => {
      if (!(await endDevice(db, { customerId, deviceId, at: clock.now() }))) throw new AppError('not-found');
    },
    signOutOtherDevices: ({ customerId, familyId, deviceId }) =>
      endSessions(db, { customerId, at: clock.now(), keep: { familyId, deviceId } }),
  };
}
