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

/** As on the server: for other tabs, ms. */
const rotationGraceMs = 10_000;

interface FakeRefreshToken {
  readonly device: FakeDevice;
  /** What it was exchanged for. */
  successor: { readonly answer: SessionAnswer; readonly issuedAt: number } | null;
}

export function createFakeSessions(clock: ClockPort, lifetime: () => number): FakeSessions {
  const accounts: FakeAccount[] = [];
  let devices: FakeDevice[] = [];
  const accessTokens = new Map<string, FakeDevice>();
  const usedAccessTokens = new Set<string>();
  const refreshTokens = new Map<string, FakeRefreshToken>();
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

  /** Returns the same successor again until its client has used it, and a little longer. Null: the token was copied. */
  function repeat({ device, successor }: FakeRefreshToken): SessionAnswer | null {
    if (!successor) return null;
    const { access_token: access, refresh_token: refresh } = successor.answer;
    const isUsed = usedAccessTokens.has(access) || (refreshTokens.get(refresh)?.successor ?? null) !== null;
    if (isUsed && clock.monotonic() - successor.issuedAt > rotationGraceMs) return null;
    accessTokens.set(access, device);
    return successor.answer;
  }

  function forget(gone: FakeDevice): void {
    for (const [token, device] of accessTokens) if (device === gone) accessTokens.delete(token);
    for (const [token, { device }] of refreshTokens) if (device === gone) refreshTokens.delete(token);
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
    refresh(body) {
      if (body['grant_type'] === 'device_token') {
        const device = deviceTokens.get(String(body['device_token']));
        return device?.account.email === body['username'] && device ? issue(device) : 'session-expired';
      }
      const known = refreshTokens.get(String(body['refreshToken']));
      if (!known) return 'session-expired';
      if (!known.successor) {
        known.successor = { answer: issue(known.device), issuedAt: clock.monotonic() };
        return known.successor.answer;
      }
      const again = repeat(known);
      if (!again) forget(known.device);
      return again ?? 'session-expired';
    },
    deviceOf(accessToken) {
      usedAccessTokens.add(accessToken);
      return accessTokens.get(accessToken);
    },
    signOut(gone) {
      devices = devices.filter((device) => device !== gone);
      for (const [token, device] of deviceTokens) if (device === gone) deviceTokens.delete(token);
      forget(gone);
    },
    expireAccessTokens: () => accessTokens.clear(),
    revoke(options) {
      accessTokens.clear();
      refreshTokens.clear();
      if (options.deviceTokens) deviceTokens.clear();
    },
  };
}
