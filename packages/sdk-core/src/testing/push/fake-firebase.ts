import type { FirebaseConfig } from '@watchpost/contract/schemas/notifications';

interface FirebaseCall {
  readonly method: string;
  /** The path below the project. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Firebase's installations and registrations services in memory. They speak the real protocol and refuse what Google refuses. */
export interface FakeFirebase {
  readonly fetch: typeof fetch;
  readonly calls: readonly FirebaseCall[];
  /** The subscription behind each push token. */
  readonly pushTokens: Map<string, Readonly<Record<string, unknown>>>;
  /** Plans the answer to the next request with this method and path. */
  failNext(method: string, path: RegExp, status: number, body?: unknown): void;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Creates Firebase's services in memory. @param expected the page's origin and the key that requests must contain */
export function createFakeFirebase(config: FirebaseConfig, expected: { readonly origin: string; readonly vapidKey: string }): FakeFirebase {
  const calls: FirebaseCall[] = [];
  const refreshTokens = new Map<string, string>();
  const authTokens = new Set<string>();
  const pushTokens: FakeFirebase['pushTokens'] = new Map();
  const planned: { readonly method: string; readonly path: RegExp; readonly answer: Answer }[] = [];
  const prefix = `/v1/projects/${config.projectId}/`;
  let counter = 0;

  const firebase: FakeFirebase = {
    async fetch(input, init) {
      const request = new Request(input, init);
      const text = await request.text();
      const { pathname } = new URL(request.url);
      const call: FirebaseCall = { method: request.method, path: pathname.slice(prefix.length), body: text === '' ? {} : JSON.parse(text) };
      calls.push(call);
      const { status, body } = pathname.startsWith(prefix) ? answer(call, request.headers) : refuse(404, 'NOT_FOUND');
      return Response.json(body, { status });
    },
    calls,
    pushTokens,
    failNext: (method, path, status, body = refuse(status, 'PLANNED').body) =>
      void planned.push({ method, path, answer: { status, body } }),
  };
  return firebase;

  function answer(call: FirebaseCall, headers: Headers): Answer {
    const next = planned.findIndex(({ method, path }) => method === call.method && path.test(call.path));
    const [plan] = next < 0 ? [] : planned.splice(next, 1);
    if (plan) return plan.answer;
    if (headers.get('x-goog-api-key') !== config.apiKey) return refuse(403, 'API key not valid. Please pass a valid API key.');
    return call.path.startsWith('installations') ? installations(call, headers) : registrations(call, headers);
  }

  function installations({ method, path, body }: FirebaseCall, headers: Headers): Answer {
    const { fid } = body;
    if (method === 'POST' && path === 'installations') {
      if (
        typeof fid !== 'string' ||
        !/^[cdef][\w-]{21}$/.test(fid) ||
        body['authVersion'] !== 'FIS_v2' ||
        body['appId'] !== config.appId ||
        !body['sdkVersion']
      )
        return refuse(400, 'INVALID_ARGUMENT');
      refreshTokens.set(fid, `refresh-${calls.length}`);
      return {
        status: 200,
        body: { name: `${prefix}installations/${fid}`, fid, refreshToken: `refresh-${calls.length}`, authToken: authToken() },
      };
    }
    const [, known = ''] = /^installations\/([\w-]+)\/authTokens:generate$/.exec(path) ?? [];
    if (method !== 'POST' || !refreshTokens.has(known)) return refuse(404, 'Requested entity was not found.');
    return headers.get('authorization') === `FIS_v2 ${refreshTokens.get(known)}`
      ? { status: 200, body: authToken() }
      : refuse(401, 'UNAUTHENTICATED');
  }

  function registrations({ method, path, body }: FirebaseCall, headers: Headers): Answer {
    const [, token] = /^registrations(?:\/([\w:-]+))?$/.exec(path) ?? [];
    if (!authTokens.has(headers.get('x-goog-firebase-installations-auth')?.replace('FIS ', '') ?? ''))
      return refuse(401, 'UNAUTHENTICATED');
    if ((token === undefined) !== (method === 'POST')) return refuse(404, 'NOT_FOUND');
    if (token !== undefined && !pushTokens.has(token)) return refuse(404, 'Requested entity was not found.');
    if (method === 'DELETE') return (pushTokens.delete(token ?? ''), { status: 200, body: {} });
    const web = Object.fromEntries(Object.entries(body['web'] ?? {}));
    if (
      !web['endpoint'] ||
      !web['p256dh'] ||
      !web['auth'] ||
      web['origin'] !== expected.origin ||
      web['applicationPubKey'] !== expected.vapidKey
    )
      return refuse(400, 'INVALID_ARGUMENT');
    // The real format and length: an id, a colon, a secret.
    const given = token ?? `push-${calls.length}:APA91b${'x'.repeat(134)}`;
    pushTokens.set(given, web);
    return { status: 200, body: { token: given } };
  }

  function authToken(): { readonly token: string; readonly expiresIn: string } {
    counter += 1;
    authTokens.add(`auth-${counter}`);
    return { token: `auth-${counter}`, expiresIn: '604800s' };
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { error: { code: status, message, status: message } } };
}
