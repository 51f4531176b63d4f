import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { AcmeProblem, readAcmeRequest, thumbprintOf, type AccountKey, type AcmeRequest } from './acme-requests.ts';
import { createTestIssuer } from './test-issuer.ts';

/**
 * A certificate authority by RFC 8555, as far as a client of HTTP-01 sees it: it checks nonces, signatures and names, asks for the
 * challenge over HTTP, and issues certificates by an intermediate of its own root. Pebble, the usual one for tests, is a Go program.
 */
interface AcmeAuthority {
  readonly directoryUrl: string;
  /** The certificate that clients trust, PEM. */
  readonly root: string;
  /** Certificates with their chains, in the order in which they were issued, PEM. */
  readonly issued: readonly string[];
  /** Contacts of each account. */
  readonly accounts: readonly (readonly string[])[];
  /** Requests, those included that were not answered. */
  readonly requests: number;
  /** Breaks every connection while it is true. */
  setAway(isAway: boolean): void;
  close(): Promise<void>;
}

interface AcmeAuthorityOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly lifetimeMs: number;
  /** Where all names lead, at 127.0.0.1, in place of port 80. */
  readonly challengePort: () => number | Promise<number>;
  /** Called before it asks for a path. */
  readonly onChallenge?: (path: string) => Promise<void>;
}

interface Account {
  readonly url: string;
  readonly key: AccountKey;
}

interface Authorization {
  readonly url: string;
  readonly challengeUrl: string;
  readonly name: string;
  readonly token: string;
  readonly account: Account;
  status: 'pending' | 'valid' | 'invalid' | 'deactivated';
  problem: AcmeProblem | null;
}

interface Order {
  readonly url: string;
  readonly account: Account;
  readonly authorizations: readonly Authorization[];
  /** Index in `issued`; null before. */
  certificate: number | null;
}

const accountSchema = z.object({ contact: z.array(z.string().startsWith('mailto:')).default([]), termsOfServiceAgreed: z.literal(true) });
const orderSchema = z.object({ identifiers: z.array(z.object({ type: z.literal('dns'), value: z.string() })).min(1) });
const finalizeSchema = z.object({ csr: z.string() });
const deactivateSchema = z.object({ status: z.literal('deactivated') });

export async function startAcmeAuthority({ now, lifetimeMs, challengePort, onChallenge }: AcmeAuthorityOptions): Promise<AcmeAuthority> {
  const issuer = await createTestIssuer({ now, lifetimeMs });
  const nonces = new Set<string>();
  const accounts: Account[] = [];
  const contacts: (readonly string[])[] = [];
  const orders: Order[] = [];
  const issued: string[] = [];
  let requests = 0;
  let isAway = false;

  const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
    const nonce = randomBytes(16).toString('base64url');
    nonces.add(nonce);
    const isText = typeof body === 'string';
    response
      .writeHead(status, {
        'replay-nonce': nonce,
        'cache-control': 'no-store',
        // None is closed between two requests while one is on its way.
        connection: 'close',
        'content-type': isText ? 'application/pem-certificate-chain' : 'application/json',
        ...headers,
      })
      .end(isText ? body : body === null ? undefined : JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, problem: AcmeProblem): void =>
    send(response, problem.status, describeProblem(problem), { 'content-type': 'application/problem+json' });

  const register = ({ key, account, payload }: AcmeRequest, response: ServerResponse): void => {
    if (account !== null) throw new AcmeProblem(400, 'malformed', 'A new account needs its key.');
    const { contact } = parse(accountSchema, payload);
    const known = accounts.find((one) => thumbprintOf(one.key) === thumbprintOf(key));
    const url = known?.url ?? `${origin}/account/${accounts.length}`;
    if (!known) {
      accounts.push({ url, key });
      contacts.push(contact);
    }
    send(response, known ? 200 : 201, { status: 'valid', contact, orders: `${url}/orders` }, { location: url });
  };
  const addOrder = (account: Account, payload: unknown, response: ServerResponse): void => {
    const names = parse(orderSchema, payload).identifiers.map(({ value }) => value);
    const id = orders.length;
    const order: Order = {
      url: `${origin}/order/${id}`,
      account,
      authorizations: names.map((name, index) => ({
        url: `${origin}/authorization/${id}/${index}`,
        challengeUrl: `${origin}/challenge/${id}/${index}`,
        name,
        token: randomBytes(24).toString('base64url'),
        account,
        status: 'pending',
        problem: null,
      })),
      certificate: null,
    };
    orders.push(order);
    send(response, 201, describeOrder(order), { location: order.url });
  };
  /** Asks for the challenge as anybody on the internet would. */
  const validate = async (authorization: Authorization): Promise<void> => {
    const { name, token, account } = authorization;
    const path = `/.well-known/acme-challenge/${token}`;
    await onChallenge?.(path);
    try {
      const text = await get(await challengePort(), name, path);
      if (text.trimEnd() !== `${token}.${thumbprintOf(account.key)}`)
        throw new AcmeProblem(403, 'unauthorized', `http://${name}${path} does not answer with the key authorization`);
      authorization.status = 'valid';
    } catch (error) {
      authorization.status = 'invalid';
      authorization.problem =
        error instanceof AcmeProblem ? error : new AcmeProblem(400, 'connection', `http://${name}${path}: ${String(error)}`);
    }
  };
  const finalize = async (order: Order, payload: unknown, response: ServerResponse): Promise<void> => {
    if (statusOf(order) !== 'ready') throw new AcmeProblem(403, 'orderNotReady', `The order is ${statusOf(order)}.`);
    const csr = Buffer.from(parse(finalizeSchema, payload).csr, 'base64url');
    const chain = await issuer.issue(
      csr,
      order.authorizations.map(({ name }) => name),
    );
    if (typeof chain !== 'string') throw new AcmeProblem(400, 'badCSR', chain.problem);
    order.certificate = issued.push(chain) - 1;
    send(response, 200, describeOrder(order));
  };

  const handlePost = async (request: IncomingMessage, path: string, response: ServerResponse): Promise<void> => {
    const call = await readAcmeRequest(request, origin + path, (url) => accounts.find((account) => account.url === url)?.key ?? null);
    if (!nonces.delete(call.nonce)) throw new AcmeProblem(400, 'badNonce', 'This nonce was not given out, or is used up.');
    const [, kind = '', id = '', part = ''] = path.split('/');
    if (kind === 'new-account') return register(call, response);
    const account = accounts.find(({ url }) => url === call.account);
    if (!account) throw new AcmeProblem(400, 'malformed', 'This request needs an account.');
    if (kind === 'new-order') return addOrder(account, call.payload, response);
    if (kind === 'account' && account.url === origin + path) return send(response, 200, { status: 'valid' });
    if (kind === 'certificate' && orders.some((order) => order.certificate === Number(id) && order.account === account))
      return send(response, 200, issued[Number(id)] ?? '');
    const order = orders[Number(id)];
    if (order?.account !== account) throw new AcmeProblem(404, 'malformed', 'There is nothing here.');
    if (kind === 'order') return part === 'finalize' ? finalize(order, call.payload, response) : send(response, 200, describeOrder(order));
    const authorization = order.authorizations[Number(part)];
    if (!authorization) throw new AcmeProblem(404, 'malformed', 'There is nothing here.');
    if (kind === 'authorization') {
      if (call.payload !== null) authorization.status = parse(deactivateSchema, call.payload).status;
      return send(response, 200, describeAuthorization(authorization));
    }
    // An empty object begins it; without a payload, it is only looked at.
    if (call.payload !== null && authorization.status === 'pending') await validate(authorization);
    send(response, 200, describeChallenge(authorization));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    if (isAway) return void request.socket.destroy();
    const { method = '', url: path = '/' } = request;
    if (method === 'POST') return handlePost(request, path, response);
    if (method === 'GET' && path === '/directory')
      return send(response, 200, {
        newNonce: `${origin}/new-nonce`,
        newAccount: `${origin}/new-account`,
        newOrder: `${origin}/new-order`,
        meta: { termsOfService: `${origin}/terms` },
      });
    if (method === 'HEAD' && path === '/new-nonce') return send(response, 200, null);
    throw new AcmeProblem(404, 'malformed', 'There is nothing here.');
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      refuse(response, error instanceof AcmeProblem ? error : new AcmeProblem(500, 'serverInternal', String(error))),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;

  return {
    directoryUrl: `${origin}/directory`,
    root: issuer.root,
    issued,
    accounts: contacts,
    get requests() {
      return requests;
    },
    setAway: (next) => {
      isAway = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function parse<T>(schema: z.ZodType<T>, payload: unknown): T {
  const result = schema.safeParse(payload);
  if (!result.success) throw new AcmeProblem(400, 'malformed', z.prettifyError(result.error));
  return result.data;
}

function statusOf({ authorizations, certificate }: Order): string {
  if (certificate !== null) return 'valid';
  if (authorizations.every(({ status }) => status === 'valid')) return 'ready';
  return authorizations.every(({ status }) => status === 'valid' || status === 'pending') ? 'pending' : 'invalid';
}

function describeOrder(order: Order): Readonly<Record<string, unknown>> {
  const { url, authorizations, certificate } = order;
  return {
    status: statusOf(order),
    identifiers: authorizations.map(({ name }) => ({ type: 'dns', value: name })),
    authorizations: authorizations.map((authorization) => authorization.url),
    finalize: `${url}/finalize`,
    ...(certificate !== null && { certificate: `${new URL(url).origin}/certificate/${certificate}` }),
  };
}

function describeAuthorization(authorization: Authorization): Readonly<Record<string, unknown>> {
  const { name, status } = authorization;
  return { status, identifier: { type: 'dns', value: name }, challenges: [describeChallenge(authorization)] };
}

function describeChallenge({ challengeUrl, token, status, problem }: Authorization): Readonly<Record<string, unknown>> {
  return { type: 'http-01', url: challengeUrl, token, status, ...(problem && { error: describeProblem(problem) }) };
}

function describeProblem({ type, message, status }: AcmeProblem): Readonly<Record<string, unknown>> {
  return { type: `urn:ietf:params:acme:error:${type}`, detail: message, status };
}

async function get(port: number, host: string, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  requestHttp({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => (text += part));
    answer.on('end', () => resolve(answer.statusCode === 200 ? text : `status ${answer.statusCode}`));
  })
    .on('error', reject)
    .end();
  return promise;
}
