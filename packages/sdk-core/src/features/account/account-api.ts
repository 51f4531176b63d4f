import {
  changeEmail,
  deleteAccount,
  getDeletionSummary,
  getProfile,
  listDevices,
  requestDeletionCode,
  requestEmailCode,
  signOutDevice,
  signOutOtherDevices,
  updateProfile,
} from '@watchpost/contract/endpoints/account';
import type {
  ChangeEmailBody,
  DeleteAccountBody,
  DeletionSummary,
  Profile,
  RequestEmailCodeBody,
  SignedInDevice,
  UpdateProfileBody,
} from '@watchpost/contract/schemas/account';
import type { RequestCodeAnswer } from '@watchpost/contract/schemas/session';
import type { Locale } from '@watchpost/contract/kernel';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import type { SessionApi, SessionControl } from '../session/index.ts';

/** The signed-in user's account. */
export interface AccountApi {
  /** Returns the profile. @example const { email, locale } = await client.account.profile(); */
  profile(options?: CallOptions): Promise<Profile>;
  /** Saves the language of e-mail messages and notifications. @example await client.account.saveLocale('ru'); */
  saveLocale(locale: Locale, options?: CallOptions): Promise<Profile>;
  /** Saves the time zone for e-mail messages and new cameras. @param timeZone IANA name. @example await client.account.saveTimeZone('Europe/Berlin'); */
  saveTimeZone(timeZone: string, options?: CallOptions): Promise<Profile>;
  /**
   * Sends a code to the new address.
   * @throws {WatchpostError} `email-in-use` "This email is already in use", `too-many-requests`
   * @example const { resendAfterSeconds } = await client.account.requestEmailCode('new@example.com');
   */
  requestEmailCode(email: string, options?: CallOptions): Promise<RequestCodeAnswer>;
  /**
   * Changes the address; the session adopts it, here and in other tabs, without a reload.
   * @throws {WatchpostError} `invalid-code` "Invalid or expired code", `email-in-use`
   * @example await client.account.changeEmail({ email: 'new@example.com', code: '123456' });
   */
  changeEmail(input: { readonly email: string; readonly code: string }, options?: CallOptions): Promise<Profile>;
  /** Returns what deleting the account removes, to show before the user confirms. @example const { ownedCameras, graceDays } = await client.account.deletionSummary(); */
  deletionSummary(options?: CallOptions): Promise<DeletionSummary>;
  /** Sends a new code to the account's own address. @example await client.account.requestDeletionCode(); */
  requestDeletionCode(options?: CallOptions): Promise<RequestCodeAnswer>;
  /**
   * Deletes the account and ends the session here. Signing in during the grace period restores everything.
   * @throws {WatchpostError} `invalid-code`: nothing was deleted
   * @example await client.account.deleteAccount({ code: '123456' });
   */
  deleteAccount(input: { readonly code: string }, options?: CallOptions): Promise<void>;
  /** Lists the devices that are signed in to this account. @example const others = (await client.account.devices()).filter((device) => !device.isCurrent); */
  devices(options?: CallOptions): Promise<SignedInDevice[]>;
  /** Signs a device out. For this device's own id, it acts like `session.signOut()`. @example await client.account.signOutDevice(device.id); */
  signOutDevice(deviceId: string, options?: CallOptions): Promise<void>;
  /** Signs out every device but this one. @example await client.account.signOutOtherDevices(); */
  signOutOtherDevices(options?: CallOptions): Promise<void>;
}

export function createAccountApi(http: HttpClient, session: SessionApi, control: SessionControl): AccountApi {
  const customerId = (): string => session.current.peek()?.customerId ?? '';
  return {
    profile: (options) => http.request(getProfile, { ...options }),
    saveLocale: (locale, options) => http.request(updateProfile, { ...options, body: { locale } satisfies UpdateProfileBody }),
    saveTimeZone: (timeZone, options) => http.request(updateProfile, { ...options, body: { timeZone } satisfies UpdateProfileBody }),
    requestEmailCode: (email, options) => http.request(requestEmailCode, { ...options, body: { email } satisfies RequestEmailCodeBody }),
    async changeEmail({ email, code }, options) {
      const changed = customerId();
      const profile = await http.request<Profile>(changeEmail, { ...options, body: { email, otp: code } satisfies ChangeEmailBody });
      control.emailChanged(changed, profile.email);
      return profile;
    },
    deletionSummary: (options) => http.request(getDeletionSummary, { ...options }),
    requestDeletionCode: (options) => http.request(requestDeletionCode, { ...options }),
    async deleteAccount({ code }, options) {
      const deleted = customerId();
      await http.request(deleteAccount, { ...options, body: { otp: code } satisfies DeleteAccountBody });
      control.accountDeleted(deleted);
    },
    devices: (options) => http.request(listDevices, { ...options }),
    signOutDevice: (deviceId, options) =>
      deviceId === control.deviceId() ? session.signOut() : http.request(signOutDevice, { ...options, parameters: { deviceId } }),
    signOutOtherDevices: (options) => http.request(signOutOtherDevices, { ...options }),
  };
}
