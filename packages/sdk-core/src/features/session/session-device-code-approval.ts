import { approveDeviceAuthorization, denyDeviceAuthorization, findDeviceAuthorization } from '@watchpost/contract/endpoints/session';
import type { DeviceAuthorization, UserCodeBody } from '@watchpost/contract/schemas/session';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Sign-ins by device code that wait for the signed-in user's decision. API keys and embed tokens can't decide. */
export interface DeviceAuthorizationsApi {
  /**
   * Returns the sign-in with this user code: which device asks, when and from which network address. Show them before the user approves.
   * @param userCode as the user typed it; case, spaces and dashes don't matter
   * @throws {WatchpostError} `invalid-code` for a wrong, expired or used one, `too-many-requests`
   * @example const { deviceName, address } = await client.deviceAuthorizations.find('WDJB-MJHT');
   */
  find(userCode: string, options?: CallOptions): Promise<DeviceAuthorization>;
  /**
   * Signs the device in to the user's account. It appears under `client.account.devices()`.
   * @throws {WatchpostError} `invalid-code`, `too-many-requests`
   * @example await client.deviceAuthorizations.approve('WDJB-MJHT');
   */
  approve(userCode: string, options?: CallOptions): Promise<void>;
  /**
   * Denies the sign-in; the device stops waiting.
   * @throws {WatchpostError} `invalid-code`, `too-many-requests`
   * @example await client.deviceAuthorizations.deny('WDJB-MJHT');
   */
  deny(userCode: string, options?: CallOptions): Promise<void>;
}

export function createDeviceAuthorizationsApi(http: HttpClient): DeviceAuthorizationsApi {
  const bodyOf = (userCode: string): UserCodeBody => ({ userCode });
  return {
    find: (userCode, options) => http.request(findDeviceAuthorization, { ...options, body: bodyOf(userCode) }),
    approve: async (userCode, options) => void (await http.request(approveDeviceAuthorization, { ...options, body: bodyOf(userCode) })),
    deny: async (userCode, options) => void (await http.request(denyDeviceAuthorization, { ...options, body: bodyOf(userCode) })),
  };
}
