import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Creates a secret by the Standard Webhooks specification: `whsec_` and 256 random bits as base64. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

interface SignedContent {
  readonly id: string;
  /** Seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Returns the `webhook-signature` header: one signature per secret, the newest first.
 * @param secrets `whsec_…`
 * @example signWebhook({ id: 'msg_1', timestamp: 1700000000, body: '{}' }, [secret]) // 'v1,…'
 */
export function signWebhook({ id, timestamp, body }: SignedContent, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
