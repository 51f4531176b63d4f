import {
  approveDeviceAuthorization,
  denyDeviceAuthorization,
  findDeviceAuthorization,
  redeemDeviceCode,
  startDeviceAuthorization,
} from '@watchpost/contract/endpoints/session';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { DeviceAuthorization, DeviceAuthorizationAnswer } from '@watchpost/contract/schemas/session';
import type { FakeDevice, FakeSessions } from '../fake-sessions.ts';

/** A sign-in by device code on the in-memory server. */
export interface FakeDeviceAuthorization extends DeviceAuthorization {
  readonly deviceCode: string;
  readonly deviceId: string;
  state: 'pending' | 'approved' | 'denied';
  /** The account of the user who approved it. */
  email: string | null;
}

/** The in-memory server's sign-ins by device code. */
export interface FakeDeviceCodesState {
  deviceAuthorizations: FakeDeviceAuthorization[];
}

type Is = (endpoint: Endpoint) => boolean;
type Body = Readonly<Record<string, unknown>>;

const validityMs = 600_000;
const intervalSeconds = 5;

/** Builds a sign-in that waits for its user; a test sets only the fields it depends on. */
export function buildDeviceAuthorization(authorization: Partial<FakeDeviceAuthorization> = {}): FakeDeviceAuthorization {
  return {
    userCode: 'WDJB-MJHT',
    deviceName: 'Backup on nas',
    address: '203.0.113.5',
    requestedAt: 0,
    expiresAt: Number.MAX_SAFE_INTEGER,
    deviceCode: 'device-code-1',
    deviceId: '0b5e7a52-6f0c-4a37-9d6b-3a2d9a1c7e10',
    state: 'pending',
    email: null,
    ...authorization,
  };
}

export function createFakeDeviceCodes(): FakeDeviceCodesState {
  return { deviceAuthorizations: [] };
}

/** Answers the calls of a device, which has no session yet; null for any other call. */
export function answerDeviceCodes(
  is: Is,
  body: Body,
  { state, sessions, now, origin }: { state: FakeDeviceCodesState; sessions: FakeSessions; now: number; origin: string },
): object | ErrorCode | null {
  if (is(startDeviceAuthorization)) {
    const count = state.deviceAuthorizations.length;
    const started = buildDeviceAuthorization({
      userCode: `BCDF-GHJ${'KLMNPQRSTVWXZ'[count % 13] ?? 'K'}`,
      deviceName: String(body['deviceName']),
      deviceId: String(body['deviceId']),
      deviceCode: `device-code-${count + 1}`,
      requestedAt: now,
      expiresAt: now + validityMs,
    });
    state.deviceAuthorizations.push(started);
    return {
      deviceCode: started.deviceCode,
      userCode: started.userCode,
      verificationUrl: `${origin}/device`,
      verificationUrlComplete: `${origin}/device?code=${started.userCode}`,
      expiresInSeconds: validityMs / 1000,
      intervalSeconds,
    } satisfies DeviceAuthorizationAnswer;
  }
  if (!is(redeemDeviceCode)) return null;
  const asked = state.deviceAuthorizations.find(({ deviceCode }) => deviceCode === body['deviceCode']);
  if (!asked || asked.expiresAt <= now) return 'expired-token';
  if (asked.state === 'denied') return 'access-denied';
  if (asked.email === null) return 'authorization-pending';
  state.deviceAuthorizations = state.deviceAuthorizations.filter((other) => other !== asked);
  const { deviceId, deviceName, email } = asked;
  return sessions.signIn({ email, deviceId, deviceName, deviceToken: body['deviceToken'] });
}

/** Answers the calls of the user who decides; null for any other call. */
export function answerDeviceDecisions(
  is: Is,
  body: Body,
  { state, caller, now }: { state: FakeDeviceCodesState; caller: FakeDevice; now: number },
): Response | object | ErrorCode | null {
  const isApproved = is(approveDeviceAuthorization);
  if (!isApproved && !is(denyDeviceAuthorization) && !is(findDeviceAuthorization)) return null;
  const entered = String(body['userCode']).replaceAll(/[\s-]/g, '').toUpperCase();
  const waiting = state.deviceAuthorizations.find(
    (one) => one.userCode.replace('-', '') === entered && one.state === 'pending' && one.expiresAt > now,
  );
  if (!waiting) return 'invalid-code';
  const { userCode, deviceName, address, requestedAt, expiresAt } = waiting;
  if (is(findDeviceAuthorization)) return { userCode, deviceName, address, requestedAt, expiresAt } satisfies DeviceAuthorization;
  waiting.state = isApproved ? 'approved' : 'denied';
  waiting.email = isApproved ? caller.account.email : null;
  return new Response(null, { status: 204 });
}
