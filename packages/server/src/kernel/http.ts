import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { ApiKeyScope } from '@watchpost/contract/schemas/api-keys';
import { z } from 'zod';
import { requireRight, type CameraAccess, type CameraRight, type Guards, type Viewer } from './access/access.ts';
import { AppError } from './app-error.ts';

/**
 * Required authorization: none · a session · a session or an API key with `apiKeyScope` · an API key · a session that sees the camera
 * `{id}` · a session, session cookie (GET), API key, embed token or guest token for the camera `{id}` · the same without an API key, for the
 * camera `cameraId` of the query.
 */
export type RouteAccess = 'public' | 'session' | 'account' | 'api-key' | 'camera' | 'media' | 'viewer';
/** An answer other than JSON: a picture, a playlist, a segment. The handler returns bytes, text or a stream. */
export interface RawAnswer {
  readonly contentType: string;
}
type AnswerStatus = 200 | 201 | 202 | 204;
type Answers = Partial<Record<AnswerStatus, z.ZodType | RawAnswer>>;

export interface RouteOptions<A extends RouteAccess, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly access: A;
  readonly right?: CameraRight;
  /** Required for `account`: what a key needs; `any` for a key with whatever scope. The handler limits it to the key's cameras. */
  readonly apiKeyScope?: ApiKeyScope | 'any';
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Media type of the body; JSON when missing. */
  readonly bodyType?: 'multipart/form-data';
  /** Maximum body in bytes; 16 KiB when missing. */
  readonly bodyLimit?: number;
  /** Maximum time to receive the body, ms; at most a minute, 15 s when missing. */
  readonly receiveTimeoutMs?: number;
  /** Answers by status; the first is the default status. */
  readonly response: Answers;
  /** Shown on the OpenAPI page. */
  readonly summary?: string;
}

export interface RouteContext<A extends RouteAccess, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  readonly viewer: A extends 'public' ? null : Viewer;
  readonly camera: A extends 'camera' | 'media' | 'viewer' ? CameraAccess : null;
}

/** Metadata of a registered route: for the OpenAPI page and for the test of the authorization matrix. */
export interface RegisteredRoute {
  readonly endpoint: Endpoint;
  readonly options: RouteOptions<RouteAccess, z.ZodType, z.ZodType, z.ZodType>;
}

declare module 'fastify' {
  interface FastifyInstance {
    guards: Guards;
    contractRoutes: RegisteredRoute[];
  }
  interface FastifyRequest {
    viewer: Viewer | null;
    camera: CameraAccess | null;
    /** The code that was answered; null for no error. */
    errorCode: ErrorCode | null;
  }
}

/**
 * Declares one call of the contract. Authorization runs before the body is read, so 401, 403 and 404 take precedence over 422; then the
 * contract's schemas validate the request, and after the handler the answer.
 */
export function registerRoute<
  A extends RouteAccess,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(
  app: FastifyInstance,
  endpoint: Endpoint,
  options: RouteOptions<A, P, Q, B>,
  handler: (context: RouteContext<A, P, Q, B>) => unknown,
): void {
  if ((options.access === 'account') !== (options.apiKeyScope !== undefined))
    throw new TypeError(`${endpoint.method} ${endpoint.path}: "apiKeyScope" belongs to access "account".`);
  app.contractRoutes.push({ endpoint, options });
  const [defaultStatus = 200] = Object.keys(options.response).map(Number);
  const raw = Object.values(options.response).find((answer) => !(answer instanceof z.ZodType));

  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(options.params && { params: options.params }),
      ...(options.query && { querystring: options.query }),
      ...(options.body && { body: options.body }),
      response: Object.fromEntries(Object.entries(options.response).filter(([, answer]) => answer instanceof z.ZodType)),
    },
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    ...(options.receiveTimeoutMs !== undefined && { config: { receiveTimeoutMs: options.receiveTimeoutMs } }),
    onRequest: (request) => authorize(app.guards, options, request),
    handler: async (request, reply) => {
      reply.code(defaultStatus);
      if (raw && 'contentType' in raw) reply.type(raw.contentType);
      // Fastify has just validated the request with exactly these schemas, and authorize() has filled what `access` promises: this is the
      // only place where that knowledge becomes types.
      const context = {
        request,
        reply,
        params: request.params,
        query: request.query,
        body: request.body,
        viewer: request.viewer,
        camera: request.camera,
      } as RouteContext<A, P, Q, B>;
      return handler(context);
    },
  });
}

type Authorization = Pick<RouteOptions<RouteAccess, z.ZodType, z.ZodType, z.ZodType>, 'access' | 'right' | 'apiKeyScope'>;

async function authorize(guards: Guards, { access, right = 'view', apiKeyScope }: Authorization, request: FastifyRequest): Promise<void> {
  if (access === 'public') return;
  if (access === 'session' || access === 'account' || access === 'api-key') {
    if (access === 'api-key') request.viewer = await guards.apiKey(request);
    else request.viewer = await (apiKeyScope === undefined ? guards.session(request) : guards.account(request, apiKeyScope));
    return;
  }
  const cameraId = access === 'viewer' ? namedCameraOf(request) : cameraIdOf(request);
  if (access === 'media' || access === 'viewer') {
    const { viewer, camera } = await guards.media(request, cameraId);
    if (access === 'viewer' && viewer.apiKey) throw new AppError('forbidden');
    request.viewer = viewer;
    request.camera = camera;
  } else {
    request.viewer = await guards.session(request);
    request.camera = await guards.camera(request.viewer, cameraId);
  }
  if (!request.camera) throw new AppError('not-found');
  requireRight(request.camera, right);
}

function cameraIdOf(request: FastifyRequest): string {
  const { params } = request;
  if (typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string') return params.id;
  throw new TypeError('A route with camera access needs {id} in its path.');
}

/** Returns `cameraId` of the query; without it an id that no camera has. */
function namedCameraOf({ query }: FastifyRequest): string {
  return typeof query === 'object' && query !== null && 'cameraId' in query && typeof query.cameraId === 'string' ? query.cameraId : '';
}

/** Returns a signal that aborts when the caller disconnects, so that unneeded work can stop. */
export function abortOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new AppError('unavailable'));
  });
  return controller.signal;
}
