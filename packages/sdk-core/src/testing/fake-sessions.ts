import type { ErrorCode, Locale } from '@watchpost/contract/kernel';
import type { SessionAnswer } from '@watchpost/contract/schemas/session';
import type { ClockPort } from '../kernel/ports.ts';

export interface FakeAccount {
  readonly customerId: string;
  email: string;
  locale: Locale;
  timeZone: string | null;
  readonly createdAt: number;
  /** Deleted, but still within the grace period. */
  isDeleted: boolean;
}

export interface FakeDevice {
  readonly account: FakeAccount;
  readonly id: string;
  readonly name: string;
  readonly signedInAt: number;
}

type Answer = SessionAnswer | ErrorCode;

/** The in-memory server's accounts, devices and tokens. */
export interface FakeSessions {
  devices(account: FakeAccount): readonly FakeDevice[];
  accountOf(email: string): FakeAccount | undefined;
  signIn(body: Readonly<Record<string, unknown>>): SessionAnswer;
  refresh(body: Readonly<Record<string, unknown>>): Answer;
  /** Returns the device to which an access token was issued. */
  deviceOf(accessToken: string): FakeDevice | undefined;
  signOut(device: FakeDevice): void;
  expireAccessTokens(): void;
  revoke(options: { readonly deviceTokens: boolean }): void;
}

export function createFakeSessions(clock: ClockPort, lifetime: () => number): FakeSessions {
  const accounts: FakeAccount[] = [];
  let devices: FakeDevice[] = [];
  const accessTokens = new Map<string, FakeDevice>();
  const refreshTokens = new Map<string, { readonly device: FakeDevice; successor: SessionAnswer | null }>();
  const deviceTokens = new Map<string, FakeDevice>();
  let counter = 0;

  function issue(device: FakeDevice): SessionAnswer {
    counter += 1;
    accessTokens.set(`access-${counter}`, device);
    refreshTokens.set(`refresh-${counter}`, { device, successor: null });
    const { customerId, email } = device.account;
    return {
      access_token: `access-${counter}`,
      refresh_token: `refresh-${counter}`,
      expires_in: lifetime(),
      customer_id: customerId,
      email,
      analytics_id: customerId.replace('customer', 'analytics'),
    };
  }

  const accountOf = (email: string): FakeAccount | undefined => accounts.find((account) => account.email === email);
  return {
    accountOf,
    devices: (account) => devices.filter((device) => device.account === account),
    signIn(body) {
      const email = String(body['email']);
      const known = accountOf(email);
      const account = known ?? {
        customerId: `customer-${email}`,
        email,
        locale: 'en',
        timeZone: null,
        createdAt: clock.now(),
        isDeleted: false,
      };
      if (!known) accounts.push(account);
      const device: FakeDevice = { account, id: String(body['deviceId']), name: String(body['deviceName']), signedInAt: clock.now() };
      devices = [...devices.filter((other) => other.id !== device.id || other.account !== account), device];
      deviceTokens.set(String(body['deviceToken']), device);
      const isRestored = account.isDeleted;
      account.isDeleted = false;
      return { ...issue(device), ...(isRestored && { is_restored: true }) };
    },
    /** A used refresh token returns the same successor again, as on the server within its grace period. */
    refresh(body) {
      if (body['grant_type'] === 'device_token') {
        const device = deviceTokens.get(String(body['device_token']));
        return device?.account.email === body['username'] && device ? issue(device) : 'session-expired';
      }
      const known = refreshTokens.get(String(body['refreshToken']));
      if (!known) return 'session-expired';
      known.successor ??= issue(known.device);
      return known.successor;
    },
    deviceOf: (accessToken) => accessTokens.get(accessToken),
    signOut(gone) {
      devices = devices.filter((device) => device !== gone);
      for (const tokens of [accessTokens, deviceTokens]) for (const [token, device] of tokens) if (device === gone) tokens.delete(token);
      for (const [token, { device }] of refreshTokens) if (device === gone) refreshTokens.delete(token);
    },
    expireAccessTokens: () => accessTokens.clear(),
    revoke(options) {
      accessTokens.clear();
      refreshTokens.clear();
      if (options.deviceTokens) deviceTokens.clear();
    },
  };
}
