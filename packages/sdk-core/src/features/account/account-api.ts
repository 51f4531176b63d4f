import { changeEmail, deleteAccount, getDeletionSummary, getProfile, listDevices, requestDeletionCode, requestEmailCode, signOutDevice, signOutOtherDevices, updateProfile } from '@watchpost/contract/endpoints/account';
import type { ChangeEmailBody, DeleteAccountBody, DeletionSummary, Profile, RequestEmailCodeBody, SignedInDevice, UpdateProfileBody } from '@watchpost/contract/schemas/account';
import type { RequestCodeAnswer } from '@watchpost/contract/schemas/session';
import type { Locale } from '@watchpost/contract/kernel';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import type { SessionApi, SessionControl } from '../session/index.ts';

/** The signed-in person's own account. */
export interface AccountApi {
  /** @example const { email, locale } = await client.account.profile(); */
  profile(options?: CallOptions): Promise<Profile>;
  /** The language of mails and messages. @example await client.account.saveLocale('ru'); */
  saveLocale(locale: Locale, options?: CallOptions): Promise<Profile>;
  /**
   * Sends a code to the new address.
   * @throws {WatchpostError} `email-in-use` "This email is already in use", `too-many-requests`
   * @example const { resendAfterSeconds } = await client.account.requestEmailCode('new@example.com');
   */
  requestEmailCode(email: string, options?: CallOptions): Promise<RequestCodeAnswer>;
  /**
   * Changes the address; the session follows it, here and in other tabs, without a reload.
   * @throws {WatchpostError} `invalid-code` "Invalid or expired code", `email-in-use`
   * @example await client.account.changeEmail({ email: 'new@example.com', code: '123456' });
   */
  changeEmail(input: { readonly email: string; readonly code: string }, options?: CallOptions): Promise<Profile>;
  /** What goes with the account, to be shown before anybody agrees. @example const { ownedCameras, graceDays } = await client.account.deletionSummary(); */
  deletionSummary(options?: CallOptions): Promise<DeletionSummary>;
  /** Sends a fresh code to the account's own address. @example await client.account.requestDeletionCode(); */
  requestDeletionCode(options?: CallOptions): Promise<RequestCodeAnswer>;
  /**
   * Deletes the account and ends the session here. Signing in within the days of grace brings everything back.
   * @throws {WatchpostError} `invalid-code`: nothing was deleted
   * @example await client.account.deleteAccount({ code: '123456' });
   */
  deleteAccount(input: { readonly code: string }, options?: CallOptions): Promise<void>;
  /** Where this account is signed in. @example const others = (await client.account.devices()).filter((device) => !device.isCurrent); */
  devices(options?: CallOptions): Promise<SignedInDevice[]>;
  /** Signs a device out. This device's own id signs out here, like `session.signOut()`. @example await client.account.signOutDevice(device.id); */
  signOutDevice(deviceId: string, options?: CallOptions): Promise<void>;
  /** Signs out every device but this one. @example await client.account.signOutOtherDevices(); */
  signOutOtherDevices(options?: CallOptions): Promise<void>;
}

export function createAccountApi(http: HttpClient, session: SessionApi, control: SessionControl): AccountApi {
  const customerId = (): string => session.current.peek()?.customerId ?? '';
  return {
    profile: (options) => http.request(getProfile, { ...options }),
    saveLocale: (locale, options) => http.request(updateProfile, { ...options, body: { locale } satisfies UpdateProfileBody }),
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
    signOutDevice: (deviceId, options) => (deviceId === control.deviceId() ? session.signOut() : http.request(signOutDevice, { ...options, parameters: { deviceId } })),
    signOutOtherDevices: (options) => http.request(signOutOtherDevices, { ...options }),
  };
}
