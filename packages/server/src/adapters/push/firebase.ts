import type { FirebaseConfig, PushMessage } from '@watchpost/contract/schemas/notifications';
import type { Clock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import type { ServiceAccount } from './firebase-account.ts';
import { createAccessTokens } from './firebase-token.ts';
import { PushError, type PushDelivery, type PushOutcome, type PushSender } from './port.ts';
import { createPushHttp, type HttpAnswer } from './push-http.ts';
import { fitMessage } from './push-payload.ts';
import { readRetryAfter } from './retry-after.ts';

export interface FirebaseOptions {
  readonly config: FirebaseConfig;
  /** The project's web push certificate. */
  readonly vapidKey: string;
  readonly account: ServiceAccount;
  /** `https://fcm.googleapis.com`. */
  readonly endpoint: string;
  /** Where browsers reach the server; null when unknown. */
  readonly publicUrl: string | null;
  readonly clock: Clock;
  /** Timeout of one call, ms. */
  readonly timeoutMs?: number;
}

/** Firebase accepts 4096 bytes of notification and data together; this leaves a margin. */
const maxMessageBytes = 3800;
const errorSchema = z.object({
  error: z.object({
    details: z
      .array(
        z.object({ errorCode: z.string().optional(), fieldViolations: z.array(z.object({ field: z.string().optional() })).optional() }),
      )
      .default([]),
  }),
});

/** Creates a sender for Firebase Cloud Messaging, HTTP v1. */
export function createFirebaseSender(options: FirebaseOptions): PushSender {
  const { config, vapidKey, account, endpoint, publicUrl, clock } = options;
  // The operator configures these hosts, which may be a proxy in a private network, so no network policy applies.
  const http = createPushHttp({ ...options, network: null });
  const tokens = createAccessTokens({ account, http, clock });
  const url = new URL(`/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`, endpoint);

  const post = async (body: string): Promise<HttpAnswer> => {
    const token = await tokens.get();
    const answer = await http.post(url, { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body);
    if (answer.status === 401) tokens.forget(token);
    return answer;
  };

  return {
    id: `firebase ${account.projectId}`,
    configuration: { kind: 'firebase', firebase: config, vapidKey },
    parse: (token) => (/^[\w:.~%-]{16,4096}$/.test(token) ? { id: token, service: url.origin } : null),
    send: async (token, message, delivery) => {
      const body = JSON.stringify({
        message: { token, ...toFirebase(fitMessage(message, maxMessageBytes).message, delivery, publicUrl) },
      });
      const first = await post(body);
      // The token may have been withdrawn early: retry once with a new one.
      return readOutcome(first.status === 401 ? await post(body) : first, clock.now());
    },
    close: async () => http.close(),
  };
}

function toFirebase(
  { notification, data, fcmOptions }: PushMessage,
  { ttl, urgency, topic }: PushDelivery,
  publicUrl: string | null,
): object {
  // Firebase accepts https links only; without a link the service worker builds it from the data.
  const link = publicUrl?.startsWith('https:') === true && fcmOptions?.link !== undefined ? publicUrl + fcmOptions.link : undefined;
  return {
    ...(data && { data }),
    webpush: {
      headers: { TTL: String(ttl), Urgency: urgency, ...(topic !== null && { Topic: topic }) },
      ...(notification && { notification }),
      ...(link !== undefined && { fcm_options: { link } }),
    },
  };
}

/** Interprets an answer of Firebase. @throws {PushError} */
function readOutcome({ status, headers, body }: HttpAnswer, now: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  const { codes, fields } = readDetails(body);
  // Not every 404 means so: a missing project returns 404 too.
  if (codes.includes('UNREGISTERED') || codes.includes('SENDER_ID_MISMATCH') || (status === 400 && fields.includes('message.token')))
    return 'gone';
  const isFinal = status !== 429 && status < 500;
  throw new PushError(`Firebase answered ${[status, ...codes].join(' ')}.`, {
    isFinal,
    retryAfter: readRetryAfter(headers['retry-after'], now),
  });
}

function readDetails(body: string): { readonly codes: readonly string[]; readonly fields: readonly string[] } {
  try {
    const { details } = errorSchema.parse(JSON.parse(body)).error;
    return {
      codes: details.flatMap(({ errorCode }) => errorCode ?? []),
      fields: details.flatMap(({ fieldViolations }) => (fieldViolations ?? []).flatMap(({ field }) => field ?? [])),
    };
  } catch {
    // The answer came from a proxy, not from Firebase.
    return { codes: [], fields: [] };
  }
}
