import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { webPushSubscriptionSchema, type WebPushSubscription } from '@watchpost/contract/schemas/notifications';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { NetworkPolicy } from '../../kernel/network/network-policy.ts';
import { PushError, type PushOutcome, type PushSender } from './port.ts';
import { createPushHttp, type HttpAnswer } from './push-http.ts';
import { fitMessage } from './push-payload.ts';
import { readRetryAfter } from './retry-after.ts';
import type { VapidKeys } from './vapid-keys.ts';

export interface WebPushOptions {
  readonly keys: VapidKeys;
  /** How a push service contacts the operator: `https://…` or `mailto:…`. */
  readonly subject: string;
  readonly clock: Clock;
  readonly network: NetworkPolicy;
  /** Allows `http:` endpoints, for tests. */
  readonly allowInsecure: boolean;
  /** Timeout of one message, ms. */
  readonly timeoutMs?: number;
  readonly certificateAuthority?: string;
}

/** Push services accept 4096 bytes; encryption adds a header of 86, a tag of 16 and a delimiter (RFC 8188, 8291). */
const maxMessageBytes = 4096 - 86 - 16 - 1;
/** Push services refuse more than 24 hours. */
const signatureTtlMs = 12 * 60 * 60 * 1000;
const maxSignatures = 100;

/** Loaded with the first message: a server that sends none saves 4 MB. */
const loadLibrary = async () => (await import('web-push')).default;
type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** Creates a sender for standard Web Push (RFC 8030, 8291, 8292): it needs no account, only the server's own keys. */
export function createWebPushSender(options: WebPushOptions): PushSender {
  const { keys, subject, clock, network, allowInsecure } = options;
  const http = createPushHttp(options);
  const signatures = new Map<string, { readonly value: string; readonly renewAt: number }>();

  /** One signature serves all messages to a push service: signing each would cost more than encrypting it. */
  const authorization = (webPush: Library, audience: string): string => {
    const now = clock.now();
    const known = signatures.get(audience);
    if (known && now < known.renewAt && known.renewAt - now <= signatureTtlMs) return known.value;
    const expiration = Math.floor((now + signatureTtlMs) / 1000);
    const value = webPush.getVapidHeaders(audience, subject, keys.publicKey, keys.privateKey, 'aes128gcm', expiration).Authorization;
    signatures.delete(audience);
    signatures.set(audience, { value, renewAt: now + signatureTtlMs / 2 });
    const [oldest] = signatures.keys();
    // Browsers choose the endpoints: without a limit any user could fill the memory with names.
    if (signatures.size > maxSignatures && oldest !== undefined) signatures.delete(oldest);
    return value;
  };

  const parse = (token: string): { subscription: WebPushSubscription; url: URL } | null => {
    const subscription = parseSubscription(token);
    if (!subscription) return null;
    const url = new URL(subscription.endpoint);
    if (url.protocol !== 'https:' && !allowInsecure) return null;
    if (url.username !== '' || url.password !== '') return null;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Names are resolved when a message is sent, where the answer is pinned; a literal address can be refused immediately.
    return isIP(host) !== 0 && !network.isAllowed(host) ? null : { subscription, url };
  };

  return {
    id: `web-push ${keys.publicKey}`,
    configuration: { kind: 'web-push', publicKey: keys.publicKey },
    parse: (token) => {
      const parsed = parse(token);
      return parsed && { id: parsed.url.href, service: parsed.url.origin };
    },
    send: async (token, message, { ttl, urgency, topic }) => {
      const parsed = parse(token);
      if (!parsed) throw new PushError('This is not a subscription that may be served.', { isFinal: true });
      const { subscription, url } = parsed;
      const webPush = await loadLibrary();
      const { cipherText } = webPush.encrypt(
        subscription.keys.p256dh,
        subscription.keys.auth,
        fitMessage(message, maxMessageBytes).bytes,
        'aes128gcm',
      );
      const headers = {
        authorization: authorization(webPush, url.origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttl),
        urgency: urgency,
        ...(topic !== null && { topic }),
      };
      const answer = await http.post(url, headers, cipherText);
      // Whatever is wrong with a signature, the next attempt creates a new one.
      if (answer.status === 401 || answer.status === 403) signatures.delete(url.origin);
      return readOutcome(answer, clock.now());
    },
    close: async () => http.close(),
  };
}

/** Parses a PushSubscription from JSON, with keys that can be encrypted to; null for anything else. */
function parseSubscription(token: string): WebPushSubscription | null {
  try {
    const subscription = webPushSubscriptionSchema.parse(JSON.parse(token));
    // Throws when the key is no point on the curve: encrypting to it would reveal information about the server's key.
    ECDH.convertKey(subscription.keys.p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    const isWhole =
      Buffer.from(subscription.keys.p256dh, 'base64url').length === 65 && Buffer.from(subscription.keys.auth, 'base64url').length === 16;
    return isWhole ? subscription : null;
  } catch {
    return null;
  }
}

/** Interprets an answer of a push service. @throws {PushError} */
function readOutcome({ status, headers }: HttpAnswer, now: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  // Microsoft's push service returns 406 for 429.
  const isFinal = ![406, 408, 425, 429].includes(status) && status < 500;
  throw new PushError(`The push service answered ${status}.`, { isFinal, retryAfter: readRetryAfter(headers['retry-after'], now) });
}
