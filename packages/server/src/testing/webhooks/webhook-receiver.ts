import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { webhookPayloadSchema, type WebhookPayload } from '@watchpost/contract/schemas/webhooks';

/** A delivery that was verified as the Standard Webhooks specification demands. */
interface ReceivedWebhook {
  readonly path: string;
  readonly id: string;
  /** Seconds. */
  readonly timestamp: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly payload: WebhookPayload;
  /** Which of the secrets signed it, by their index. */
  readonly signedBy: readonly number[];
}

export interface WebhookReceiver {
  readonly origin: string;
  readonly received: readonly ReceivedWebhook[];
  /** The faults of requests that a receiver would refuse. */
  readonly faults: readonly string[];
  /** Secrets that it accepts; replace them to rotate. */
  secrets: readonly string[];
  /** Requests at the same time, at most. */
  busiest(): number;
  /** Sets the answer from now on; 204 by default. Not called for a request with a fault: that gets 400. */
  behave(handler: (delivery: ReceivedWebhook, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/**
 * Starts a receiver with its own verification, written from the words of the specification.
 * @param options.certificate makes it use https
 */
export async function startWebhookReceiver(
  options: { readonly certificate?: { readonly key: string; readonly cert: string } } = {},
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const faults: string[] = [];
  let handler = (_delivery: ReceivedWebhook, response: ServerResponse): void => void response.writeHead(204).end();
  let open = 0;
  let busiest = 0;

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    open += 1;
    busiest = Math.max(busiest, open);
    response.once('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    let delivery: ReceivedWebhook;
    try {
      delivery = verify(request, Buffer.concat(chunks).toString('utf8'), receiver.secrets);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      response.writeHead(400).end();
      return;
    }
    received.push(delivery);
    handler(delivery, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void take(request, response).catch(() => response.destroy());
  const server = options.certificate ? createHttpsServer(options.certificate, listener) : createHttpServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;

  const receiver: WebhookReceiver = {
    origin: options.certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    received,
    faults,
    secrets: [],
    busiest: () => busiest,
    behave: (next) => {
      handler = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** @throws {Error} naming the fault */
function verify({ headers, method, url = '' }: IncomingMessage, body: string, secrets: readonly string[]): ReceivedWebhook {
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) throw new Error(what);
  };
  expect(method === 'POST', 'not a POST');
  expect(headers['content-type'] === 'application/json', 'content-type');
  expect(headers['content-length'] === String(Buffer.byteLength(body)), 'content-length');
  const [id, timestamp, signatures] = [headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature']].map(String);
  expect(/^[\w-]+$/.test(id ?? ''), 'webhook-id');
  expect(/^\d{10}$/.test(timestamp ?? ''), 'webhook-timestamp');
  // "The id, timestamp, and payload are concatenated, separated by a full-stop"; the secret's key is what follows whsec_, base64 encoded.
  const content = `${id}.${timestamp}.${body}`;
  const given = (signatures ?? '').split(' ').map((entry) => {
    const [version, signature = ''] = entry.split(',');
    expect(version === 'v1', 'version of a signature');
    return Buffer.from(signature, 'base64');
  });
  const signedBy = secrets.flatMap((secret, index) => {
    const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(content)
      .digest();
    return given.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected)) ? [index] : [];
  });
  expect(signedBy.length > 0, 'signature');
  expect(given.length === signedBy.length, 'a signature by an unknown secret');
  return {
    path: url,
    id: id ?? '',
    timestamp: Number(timestamp),
    headers,
    body,
    payload: webhookPayloadSchema.parse(JSON.parse(body)),
    signedBy,
  };
}
