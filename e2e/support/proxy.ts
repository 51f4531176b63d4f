import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';

/** A request of a browser as it came to the proxy. */
interface SeenRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** The bearer token; null without one. */
  readonly token: string | null;
  /** `performance.now()` of this process at its arrival. */
  readonly at: number;
}

/**
 * What becomes of a request.
 * - `pass`: the server answers it
 * - `spoil`: the server answers it, but gets a bearer token that is not its own: a real 401
 * - `drop`: the connection is cut before the server sees anything
 * - `lose`: the server does what is asked, and its answer is lost on the way
 * - otherwise the proxy answers itself, as a gateway does
 */
export type Verdict =
  | 'pass'
  | 'spoil'
  | 'drop'
  | 'lose'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** Decides about a request; it may wait before it does (a slow network, or until others have arrived). */
type Rule = (request: SeenRequest) => Verdict | Promise<Verdict>;

/** Stands between browsers and the server as a reverse proxy does, counts what really goes over the wire, and breaks it on demand. */
export interface Proxy {
  /** Where browsers open the product. */
  readonly url: string;
  /** Every HTTP request since the start or the last `forget`. */
  readonly seen: readonly SeenRequest[];
  /** Those to this path. */
  to(path: string, method?: string): readonly SeenRequest[];
  forget(): void;
  /** Requests that have no answer yet; not those of sockets. */
  readonly inFlight: number;
  /**
   * Requests to this path follow the rule, the newest rule first.
   * @param path a path, or `/…/` for all below it; `*` for all
   * @returns takes the rule away
   * @example const heal = proxy.rule('/public/api/v3/cameras', () => ({ status: 503 }));
   */
  rule(path: string, rule: Rule): () => void;
  /** Cuts every connection, sockets too, and refuses new ones, as a router without power does. */
  cut(): void;
  /** Ends the cut. */
  mend(): void;
  close(): void;
}

/** A path under which the proxy shows the server. */
interface PathPrefix {
  /** `/cams`. */
  readonly path: string;
  /** Whether the server gets addresses with the prefix, or without. */
  readonly isPassed: boolean;
}

/**
 * @param target where the server listens, `http://127.0.0.1:8080`
 * @param prefix all else of this origin is another program's
 */
export async function startProxy(target: string, prefix: PathPrefix | null = null): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const rules: { path: string; rule: Rule }[] = [];
  const sockets = new Set<Socket>();
  let seen: SeenRequest[] = [];
  let isOffline = false;
  let underWay = 0;

  /** The address that the server gets; null for what is not its own. */
  const toTarget = (url = '/'): string | null => {
    if (!prefix) return url;
    if (!url.startsWith(`${prefix.path}/`)) return null;
    return prefix.isPassed ? url : url.slice(prefix.path.length);
  };
  const verdictOn = (request: SeenRequest): Verdict | Promise<Verdict> => {
    const found = rules.find(({ path }) => path === '*' || path === request.path || (path.endsWith('/') && request.path.startsWith(path)));
    return found ? found.rule(request) : 'pass';
  };
  const forward = (incoming: IncomingMessage, answer: ServerResponse, headers: NodeJS.Dict<string | string[]>, isLost: boolean): void => {
    const path = toTarget(incoming.url);
    if (path === null) return void answer.writeHead(404, { 'content-type': 'text/plain' }).end('Another program');
    const outgoing = ask({ hostname, port, method: incoming.method, path, headers }, (response) => {
      if (isLost) {
        response.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      answer.writeHead(response.statusCode ?? 502, response.headers);
      pipeline(response, answer, () => {});
    });
    outgoing.on('error', () => incoming.socket.destroy());
    answer.on('close', () => !isLost && outgoing.destroy());
    incoming.pipe(outgoing);
  };

  const server = createServer((incoming, answer) => {
    underWay += 1;
    answer.on('close', () => (underWay -= 1));
    void (async () => {
      const request = describe(incoming);
      seen.push(request);
      const verdict = await verdictOn(request);
      if (verdict === 'drop' || isOffline) incoming.socket.destroy();
      else if (typeof verdict === 'object')
        answer.writeHead(verdict.status, { 'content-type': 'text/plain', ...verdict.headers }).end(verdict.body ?? '');
      else
        forward(
          incoming,
          answer,
          verdict === 'spoil' ? { ...incoming.headers, authorization: 'Bearer access.spoilt.token' } : incoming.headers,
          verdict === 'lose',
        );
    })();
  });
  server.on('connection', (socket) => {
    if (isOffline) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    const path = toTarget(incoming.url);
    if (path === null) return void client.destroy();
    const upstream = connect(Number(port), hostname, () => {
      const lines = [`${incoming.method} ${path} HTTP/1.1`, ...pairs(incoming.rawHeaders).map(([name, value]) => `${name}: ${value}`)];
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const side of [upstream, client]) {
      side.on('error', () => side.destroy());
      side.on('close', () => (side === client ? upstream : client).destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');

  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}${prefix?.path ?? ''}`,
    get seen() {
      return seen;
    },
    to: (path, method) => seen.filter((request) => request.path === path && (method === undefined || request.method === method)),
    forget: () => void (seen = []),
    get inFlight() {
      return underWay;
    },
    rule(path, rule) {
      const entry = { path, rule };
      rules.unshift(entry);
      return () => void rules.splice(rules.indexOf(entry), 1);
    },
    cut() {
      isOffline = true;
      hangUp();
    },
    mend: () => void (isOffline = false),
    close() {
      server.close();
      hangUp();
    },
  };
}

function describe(incoming: IncomingMessage): SeenRequest {
  const [, token = null] = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '') ?? [];
  return {
    method: incoming.method ?? 'GET',
    path: new URL(incoming.url ?? '/', 'http://proxy.test').pathname,
    token,
    at: performance.now(),
  };
}

function pairs(rawHeaders: readonly string[]): [string, string][] {
  return rawHeaders.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
}
