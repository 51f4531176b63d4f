import { createHmac, timingSafeEqual } from 'node:crypto';
import { PaymentNotificationError } from './port.ts';

/** A notification that is older, or from the future, is not believed, ms. */
const toleranceMs = 5 * 60_000;
export const sandboxSignatureHeader = 'sandbox-signature';

/** @param now Unix ms */
export function signSandboxNotification(key: Uint8Array, body: string, now: number): string {
  return `t=${now},v1=${digestOf(key, body, now)}`;
}

/**
 * @param now Unix ms
 * @throws {PaymentNotificationError} when it was not signed with the key, or not lately
 */
export function verifySandboxNotification(
  key: Uint8Array,
  notification: { readonly body: string; readonly signature: unknown },
  now: number,
): void {
  const { body, signature } = notification;
  const [, time, digest] = (typeof signature === 'string' && /^t=(\d{1,16}),v1=([0-9a-f]{64})$/.exec(signature)) || [];
  if (time === undefined || digest === undefined) throw new PaymentNotificationError('It is not signed.');
  const at = Number(time);
  if (!timingSafeEqual(Buffer.from(digestOf(key, body, at), 'hex'), Buffer.from(digest, 'hex')))
    throw new PaymentNotificationError('Its signature is wrong.');
  if (Math.abs(now - at) > toleranceMs) throw new PaymentNotificationError('It is too old.');
}

function digestOf(key: Uint8Array, body: string, at: number): string {
  return createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
}
