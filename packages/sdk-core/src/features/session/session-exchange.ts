import { refreshSession, signOut } from '@watchpost/contract/endpoints/session';
import type { RefreshSessionBody, SessionAnswer } from '@watchpost/contract/schemas/session';
import { WatchpostError } from '../../kernel/errors.ts';
import type { Transport } from '../../kernel/transport.ts';
import type { Device, StoredSession } from './session-store.ts';

/** Milliseconds for sign-in and refresh. */
export const callTimeoutMs = 30_000;
const revokeTimeoutMs = 5_000;

/**
 * Exchanges old tokens for new ones: with the refresh token, and if that is refused, with the device's own secret.
 * @throws {WatchpostError} session-expired if both are refused permanently; any other error doesn't affect the session
 */
export async function exchange(transport: Transport, session: StoredSession, device: Device): Promise<SessionAnswer> {
  const ask = (body: RefreshSessionBody) => transport.send<SessionAnswer>(refreshSession, null, { body, timeoutMs: callTimeoutMs });
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

/** Revokes a session on the server, if it can be reached. Never throws. */
export async function revoke(transport: Transport, session: StoredSession, device: Device): Promise<void> {
  const call = { keepalive: true, timeoutMs: revokeTimeoutMs };
  try {
    await transport.send(signOut, session.accessToken, call);
  } catch (error) {
    if (!(error instanceof WatchpostError) || error.status !== 401) return;
    // The access token had expired: get another one, only to revoke its family.
    const answer = await exchange(transport, session, { ...device, token: null }).catch(() => null);
    if (answer) await transport.send(signOut, answer.access_token, call).catch(() => {});
  }
}

export function expired(cause?: unknown): WatchpostError {
  return new WatchpostError('session-expired', { status: 401, cause });
}

/** Whether the server understood and refused. Too early, too many, too slow, broken or unreachable doesn't invalidate the session. */
function isDefinitive(error: unknown): boolean {
  if (!(error instanceof WatchpostError) || error.status === null) return false;
  return error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);
}
