import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** A message in Firebase's format. */
interface FirebaseMessage {
  readonly token: string;
  readonly data?: Readonly<Record<string, string>> | undefined;
  readonly webpush: {
    readonly headers: Readonly<Record<string, string>>;
    readonly notification?: Readonly<Record<string, unknown>> | undefined;
    readonly fcm_options?: { readonly link: string } | undefined;
  };
}

const messageSchema: z.ZodType<{ message: FirebaseMessage }> = z.strictObject({
  message: z.strictObject({
    token: z.string(),
    data: z.record(z.string(), z.string()).optional(),
    webpush: z.strictObject({
      headers: z.record(z.string(), z.string()),
      notification: z.record(z.string(), z.unknown()).optional(),
      // Firebase refuses any other link.
      fcm_options: z.strictObject({ link: z.string().startsWith('https://') }).optional(),
    }),
  }),
});

export interface FirebaseService {
  readonly origin: string;
  /** The key file of a known service account. */
  readonly accountFile: string;
  readonly received: readonly FirebaseMessage[];
  /** Returns the number of issued access tokens. */
  tokens(): number;
  /** Revokes all access tokens. */
  revokeTokens(): void;
  /** Sets the answer to messages from now on; null accepts them. */
  behave(answer: { status: number; body?: unknown; headers?: Record<string, string> } | null): void;
  close(): Promise<void>;
}

const claimsSchema = z.object({
  iss: z.literal('sender@demo-project.iam.gserviceaccount.com'),
  scope: z.literal('https://www.googleapis.com/auth/firebase.messaging'),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
});

/** Starts Google's token service and Firebase Cloud Messaging HTTP v1, as far as a sender sees them, with their checks. */
export async function startFirebaseService({ now }: { now: () => number }): Promise<FirebaseService> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const received: FirebaseMessage[] = [];
  let valid = new Set<string>();
  let given = 0;
  let answer: Parameters<FirebaseService['behave']>[0] = null;

  const giveToken = (body: string, tokenUri: string): object => {
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') throw new Error('grant_type');
    const [header = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    if (
      !verify(
        'RSA-SHA256',
        Buffer.from(`${header}.${payload}`),
        createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
        Buffer.from(signature, 'base64url'),
      )
    )
      throw new Error('signature');
    const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    if (claims.aud !== tokenUri || claims.exp * 1000 < now() || claims.exp - claims.iat > 3600) throw new Error('claims');
    given += 1;
    const token = `ya29.token-${given}`;
    valid.add(token);
    return { access_token: token, expires_in: 3599, token_type: 'Bearer' };
  };
  const takeMessage = (request: IncomingMessage, body: string, response: ServerResponse): void => {
    if (!valid.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return reply(response, 401, { error: { code: 401, status: 'UNAUTHENTICATED' } });
    const { message } = messageSchema.parse(JSON.parse(body));
    if (answer) return reply(response, answer.status, answer.body ?? {}, answer.headers);
    received.push(message);
    reply(response, 200, { name: `projects/demo-project/messages/${received.length}` });
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      try {
        if (request.url === '/token') reply(response, 200, giveToken(body, `${origin}/token`));
        else if (request.url === '/v1/projects/demo-project/messages:send') takeMessage(request, body, response);
        else reply(response, 404, { error: { code: 404, status: 'NOT_FOUND' } });
      } catch (error) {
        reply(response, 400, { error: { code: 400, status: 'INVALID_ARGUMENT', message: String(error) } });
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;

  return {
    origin,
    accountFile: JSON.stringify({
      type: 'service_account',
      project_id: 'demo-project',
      private_key_id: 'key-1',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: 'sender@demo-project.iam.gserviceaccount.com',
      token_uri: `${origin}/token`,
    }),
    received,
    tokens: () => given,
    revokeTokens: () => {
      valid = new Set();
    },
    behave: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
