import { webhookPayloadSchema } from '@watchpost/contract/schemas/webhooks';
import { systemClock } from '@watchpost/contract/timing/clock';
import type { WebhookPayload } from '@watchpost/contract/schemas/webhooks';

export type { WebhookPayload } from '@watchpost/contract/schemas/webhooks';

/** How far the sender's clock and the receiver's may be apart; an older delivery may be one that was recorded and sent again. */
const toleranceMs = 5 * 60_000;

/** Why a delivery was refused. */
export type WebhookErrorCode =
  | 'webhook-headers-missing'
  | 'webhook-secret-invalid'
  | 'webhook-too-old'
  | 'webhook-signature-invalid'
  | 'webhook-payload-unknown';

/** The error that verifyWebhook throws. */
export class WebhookError extends Error {
  override name: string = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}

const messages: Readonly<Record<WebhookErrorCode, string>> = {
  'webhook-headers-missing': 'The request lacks webhook-id, webhook-timestamp or webhook-signature: it is no webhook.',
  'webhook-secret-invalid': 'The secret is not one of a webhook: it begins with whsec_ and continues in base64.',
  'webhook-too-old': 'The delivery is more than five minutes away from the clock of this machine. Is the clock right?',
  'webhook-signature-invalid': 'No signature of the delivery matches its body. Is the secret that of this webhook, and the body unchanged?',
  'webhook-payload-unknown': 'The delivery is genuine, but of a kind that this version of the package does not know.',
};

/** Headers of a request: of `fetch`, or of Node's `http`, with names in lower case. */
export type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a test replaces when it verifies a delivery. */
export interface VerifyWebhookOptions {
  /** The time, Unix milliseconds; the machine's clock by default. */
  readonly now?: number | undefined;
}

/** A delivery that is proven to come from the server. */
export interface VerifiedWebhook {
  /** The same for each attempt: a receiver that has seen it does nothing again. */
  readonly id: string;
  /** When it was sent, Unix milliseconds. */
  readonly sentAt: number;
  readonly payload: WebhookPayload;
}

/**
 * Verifies a delivery by the Standard Webhooks scheme and returns what it says. Runs in Node, Deno, workers: anywhere with Web Crypto.
 * @param payload the body as it arrived, not parsed and serialized again
 * @param headers with `webhook-id`, `webhook-timestamp` and `webhook-signature`
 * @param secret of the webhook, `whsec_…`
 * @throws {WebhookError} when it is not genuine, more than 5 minutes old, or of an unknown kind
 * @example
 * const { payload } = await verifyWebhook(await request.text(), request.headers, secret);
 * if (payload.type === 'camera.offline') alert(payload.data.cameraTitle);
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { now = systemClock.now() }: VerifyWebhookOptions = {},
): Promise<VerifiedWebhook> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => readHeader(headers, name));
  if (!id || !timestamp || !signatures) throw new WebhookError('webhook-headers-missing');
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
  // Also for NaN.
  if (!(Math.abs(now - sentAt) <= toleranceMs)) throw new WebhookError('webhook-too-old');
  const body = typeof payload === 'string' ? payload : new TextDecoder('utf-8', { ignoreBOM: true }).decode(payload);
  const key = await importKey(secret);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  if (!(await matchesAny(key, content, signatures))) throw new WebhookError('webhook-signature-invalid');
  return { id, sentAt, payload: readPayload(body) };
}

function readHeader(headers: WebhookHeaders, name: string): string | null {
  if (isFetchHeaders(headers)) return headers.get(name);
  const value = headers[name];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

function isFetchHeaders(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return typeof headers['get'] === 'function';
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : null;
  if (!bytes || bytes.length === 0) throw new WebhookError('webhook-secret-invalid');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** While a secret is being replaced, a delivery has one signature of each. `subtle.verify` compares in constant time. */
async function matchesAny(key: CryptoKey, content: Uint8Array<ArrayBuffer>, signatures: string): Promise<boolean> {
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? fromBase64(signature.slice('v1,'.length)) : null;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function readPayload(body: string): WebhookPayload {
  try {
    return webhookPayloadSchema.parse(JSON.parse(body));
  } catch (cause) {
    throw new WebhookError('webhook-payload-unknown', { cause });
  }
}
