import type { FirebaseConfig, PushMessage } from '@watchpost/contract/schemas/notifications';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { ServiceAccount } from './firebase-account.ts';
import { createAccessTokens } from './firebase-token.ts';
import { PushError, type PushDelivery, type PushOutcome, type PushSender } from './port.ts';
import { createPushHttp, type HttpAnswer } from './push-http.ts';
import { fitMessage } from './push-payload.ts';
import { readRetryAfter } from './retry-after.ts';

export interface FirebaseOptions {
  readonly config: FirebaseConfig;
  /** The web push certificate of the project. */
  readonly vapidKey: string;
  readonly account: ServiceAccount;
  /** `https://fcm.googleapis.com`. */
  readonly endpoint: string;
  /** Where browsers reach the server; null when it is not known. */
  readonly publicOrigin: string | null;
  readonly clock: Clock;
  /** For one call, ms. */
  readonly timeout?: number;
}

/** What Firebase takes of notification and data together is 4096 bytes; the rest of the message does not count, this leaves room for it. */
const longestMessage = 3800;
const errorSchema = z.object({
  error: z.object({
    details: z
      .array(z.object({ errorCode: z.string().optional(), fieldViolations: z.array(z.object({ field: z.string().optional() })).optional() }))
      .default([]),
  }),
});

/** Firebase Cloud Messaging, HTTP v1. */
export function createFirebaseSender(options: FirebaseOptions): PushSender {
  const { config, vapidKey, account, endpoint, publicOrigin, clock } = options;
  // The operator names these hosts, and they may be a proxy in a private network: no policy.
  const http = createPushHttp({ ...options, network: null });
  const tokens = createAccessTokens({ account, http, clock });
  const url = new URL(`/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`, endpoint);

  const post = async (body: string): Promise<HttpAnswer> => {
    const token = await tokens.get();
    const answer = await http.post(url, { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' }, body);
    if (answer.status === 401) tokens.forget(token);
    return answer;
  };

  return {
    id: `firebase ${account.projectId}`,
    configuration: { kind: 'firebase', firebase: config, vapidKey },
    parse: (token) => (/^[\w:.~%-]{16,4096}$/.test(token) ? { id: token, service: url.origin } : null),
    send: async (token, message, delivery) => {
      const body = JSON.stringify({ message: { token, ...toFirebase(fitMessage(message, longestMessage).message, delivery, publicOrigin) } });
      const first = await post(body);
      // The token may have been withdrawn before its time: once more with a new one.
      return readOutcome(first.status === 401 ? await post(body) : first, clock.now());
    },
    close: async () => http.close(),
  };
}

function toFirebase({ notification, data, fcmOptions }: PushMessage, { ttl, urgency, topic }: PushDelivery, publicOrigin: string | null): object {
  // Firebase takes links with https only; without one the service worker makes it of the data.
  const link = publicOrigin?.startsWith('https:') === true && fcmOptions?.link !== undefined ? new URL(fcmOptions.link, publicOrigin).href : undefined;
  return {
    ...(data && { data }),
    webpush: {
      headers: { TTL: String(ttl), Urgency: urgency, ...(topic !== null && { Topic: topic }) },
      ...(notification && { notification }),
      ...(link !== undefined && { fcm_options: { link } }),
    },
  };
}

/** @throws {PushError} */
function readOutcome({ status, headers, body }: HttpAnswer, now: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  const { codes, fields } = readDetails(body);
  // Not every 404 says so: a project that does not exist is one too.
  if (codes.includes('UNREGISTERED') || codes.includes('SENDER_ID_MISMATCH') || (status === 400 && fields.includes('message.token'))) return 'gone';
  const isFinal = status !== 429 && status < 500;
  throw new PushError(`Firebase answered ${[status, ...codes].join(' ')}.`, { isFinal, retryAfter: readRetryAfter(headers['retry-after'], now) });
}

function readDetails(body: string): { readonly codes: readonly string[]; readonly fields: readonly string[] } {
  try {
    const { details } = errorSchema.parse(JSON.parse(body)).error;
    return {
      codes: details.flatMap(({ errorCode }) => errorCode ?? []),
      fields: details.flatMap(({ fieldViolations }) => (fieldViolations ?? []).flatMap(({ field }) => field ?? [])),
    };
  } catch {
    // A proxy answered, not Firebase.
    return { codes: [], fields: [] };
  }
}
