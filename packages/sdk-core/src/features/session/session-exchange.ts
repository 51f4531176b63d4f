import { refreshSession, signOut } from '@watchpost/contract/endpoints/session';
import type { RefreshSessionBody, SessionAnswer } from '@watchpost/contract/schemas/session';
import { WatchpostError } from '../../kernel/errors.ts';
import type { Transport } from '../../kernel/transport.ts';
import type { Device, StoredSession } from './session-store.ts';

/** Milliseconds for sign-in and refresh. */
export const callTimeout = 30_000;
const revokeTimeout = 5_000;

/**
 * New tokens for old: by the refresh token, and when that is refused by the device's own secret.
 * @throws {WatchpostError} session-expired when both are refused for good; anything else says nothing about the session
 */
export async function exchange(transport: Transport, session: StoredSession, device: Device): Promise<SessionAnswer> {
  const ask = (body: RefreshSessionBody) => transport.send<SessionAnswer>(refreshSession, null, { body, timeout: callTimeout });
  try {
    return await ask({ ...(device.token !== null && { grant_type: 'refresh_token' as const }), refreshToken: session.refreshToken });
  } catch (refused) {
    if (!isDefinitive(refused)) throw refused;
    if (device.token === null) throw expired(refused);
    try {
      return await ask({ grant_type: 'device_token', device_id: device.id, device_token: device.token, username: session.email });
    } catch (error) {
      throw isDefinitive(error) ? expired(error) : error;
    }
  }
}

/** Ends a session on the server, as far as it can be reached. Never throws. */
export async function revoke(transport: Transport, session: StoredSession, device: Device): Promise<void> {
  const call = { keepalive: true, timeout: revokeTimeout };
  try {
    await transport.send(signOut, session.accessToken, call);
  } catch (error) {
    if (!(error instanceof WatchpostError) || error.status !== 401) return;
    // Signed out with an access token that had ended: one more, only to end its family.
    const answer = await exchange(transport, session, { ...device, token: null }).catch(() => null);
    if (answer) await transport.send(signOut, answer.access_token, call).catch(() => {});
  }
}

export function expired(cause?: unknown): WatchpostError {
  return new WatchpostError('session-expired', { status: 401, cause });
}

/** The server understood and said no. Too early, too many, too slow, broken or unreachable is no answer to whether the session is good. */
export function isDefinitive(error: unknown): boolean {
  if (!(error instanceof WatchpostError) || error.status === null) return false;
  return error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);
}
