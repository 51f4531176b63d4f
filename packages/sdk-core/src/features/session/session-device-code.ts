import { redeemDeviceCode, startDeviceAuthorization } from '@watchpost/contract/endpoints/session';
import type {
  DeviceAuthorizationAnswer,
  RedeemDeviceCodeBody,
  SessionAnswer,
  StartDeviceAuthorizationBody,
} from '@watchpost/contract/schemas/session';
import { wait } from '@watchpost/contract/timing/clock';
import { WatchpostError } from '../../kernel/errors.ts';
import type { ClockPort } from '../../kernel/ports.ts';
import { randomSecret } from '../../kernel/random.ts';
import type { Transport } from '../../kernel/transport.ts';
import { callTimeoutMs } from './session-exchange.ts';
import type { Device, SessionStore } from './session-store.ts';
import type { DeviceCodeSignIn, SignIn } from './session-types.ts';

/** RFC 8628, section 3.5: added to the interval when the server asks for fewer polls, ms. */
const slowDownMs = 5_000;
const maxIntervalMs = 60_000;

export interface DeviceCodeParts {
  readonly transport: Transport;
  readonly clock: ClockPort;
  readonly store: Pick<SessionStore, 'device'>;
  /** Begins the session. */
  readonly begin: (answer: SessionAnswer, device: Device) => SignIn;
}

/**
 * Requests a device code, has it shown, and polls until its user has decided (RFC 8628).
 * @throws {WatchpostError} access-denied, expired-token, aborted, too-many-requests; a failed poll is repeated until the code expires
 */
export async function signIn({ transport, clock, store, begin }: DeviceCodeParts, input: DeviceCodeSignIn): Promise<SignIn> {
  const device = { id: store.device().id, token: randomSecret() };
  return begin(await requestSession({ transport, clock }, device, input), device);
}

async function requestSession(
  { transport, clock }: Pick<DeviceCodeParts, 'transport' | 'clock'>,
  device: { readonly id: string; readonly token: string },
  { deviceName, onCode, signal = new AbortController().signal }: DeviceCodeSignIn,
): Promise<SessionAnswer> {
  const start: StartDeviceAuthorizationBody = { deviceName, deviceId: device.id };
  const started = await transport.send<DeviceAuthorizationAnswer>(startDeviceAuthorization, null, {
    body: start,
    signal,
    timeoutMs: callTimeoutMs,
  });
  const { deviceCode, userCode, verificationUrl, verificationUrlComplete, expiresInSeconds } = started;
  const validityMs = expiresInSeconds * 1000;
  const endsAt = clock.monotonic() + validityMs;
  onCode({ userCode, verificationUrl, verificationUrlComplete, expiresAt: clock.now() + validityMs });

  const redeem: RedeemDeviceCodeBody = { deviceCode, deviceToken: device.token };
  let intervalMs = started.intervalSeconds * 1000;
  let failures = 0;
  for (;;) {
    // After a failure, the interval grows until the server answers again.
    await wait(clock, Math.min(intervalMs * 2 ** failures, maxIntervalMs, endsAt - clock.monotonic()), signal);
    if (signal.aborted) throw new WatchpostError('aborted', { cause: signal.reason });
    try {
      return await transport.send<SessionAnswer>(redeemDeviceCode, null, { body: redeem, signal, timeoutMs: callTimeoutMs });
    } catch (error) {
      const next = nextPoll(error);
      if (next === 'never') throw error;
      // The server may be unreachable, or its clock slower.
      if (clock.monotonic() >= endsAt) throw new WatchpostError('expired-token', { cause: error });
      failures = next === 'after-failure' ? failures + 1 : 0;
      if (next === 'slower') intervalMs = slowed(intervalMs, error);
    }
  }
}

/** Whether a poll that failed is repeated. */
function nextPoll(error: unknown): 'same' | 'slower' | 'after-failure' | 'never' {
  if (!(error instanceof WatchpostError)) return 'never';
  if (error.code === 'authorization-pending') return 'same';
  if (error.code === 'slow-down' || error.status === 429) return 'slower';
  return error.code === 'network' || (error.status ?? 0) >= 500 ? 'after-failure' : 'never';
}

function slowed(intervalMs: number, error: unknown): number {
  const required = error instanceof WatchpostError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.min(Math.max(intervalMs + slowDownMs, required), maxIntervalMs);
}
