import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@watchpost/contract/kernel';
import { z } from 'zod';
import type { CameraAccess, Guards, Viewer } from './access.ts';
import { AppError } from './app-error.ts';

export type { CameraAccess, Guards, Viewer } from './access.ts';

/** Who may call: anybody · a session · a session that sees the camera `{id}` · a session, session cookie (GET) or embed token for the camera `{id}`. */
export type RouteAccess = 'public' | 'session' | 'camera' | 'media';
/** What the caller needs on the camera; without it the answer is 403 (archive: no-archive-access). */
export type CameraRight = 'view' | 'full' | 'owner' | 'archive';

/** An answer that is not JSON: a picture, a playlist, a segment. The handler returns bytes, text or a stream. */
export interface RawAnswer {
  readonly contentType: string;
}
export type AnswerStatus = 200 | 201 | 202 | 204;
export type Answers = Partial<Record<AnswerStatus, z.ZodType | RawAnswer>>;

export interface RouteOptions<A extends RouteAccess, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly access: A;
  readonly right?: CameraRight;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** How the body is sent; JSON when it is missing. */
  readonly bodyType?: 'multipart/form-data';
  /** What it answers with by status; the first is the default status. */
  readonly response: Answers;
  /** For the OpenAPI page. */
  readonly summary?: string;
}

export interface RouteContext<A extends RouteAccess, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  readonly viewer: A extends 'public' ? null : Viewer;
  readonly camera: A extends 'camera' | 'media' ? CameraAccess : null;
}

/** What is known of a registered route: for the OpenAPI page and for the test of the authorization matrix. */
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
  }
}

/**
 * Declares one call of the contract. Authorization runs before the body is even read, so 401, 403 and 404 win over 422;
 * then the contract's schemas check the request, and after the handler the answer.
 */
export function registerRoute<A extends RouteAccess, P extends z.ZodType = z.ZodUndefined, Q extends z.ZodType = z.ZodUndefined, B extends z.ZodType = z.ZodUndefined>(
  app: FastifyInstance,
  endpoint: Endpoint,
  options: RouteOptions<A, P, Q, B>,
  handler: (context: RouteContext<A, P, Q, B>) => unknown,
): void {
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
    onRequest: (request) => authorize(app.guards, options.access, options.right ?? 'view', request),
    handler: async (request, reply) => {
      reply.code(defaultStatus);
      if (raw && 'contentType' in raw) reply.type(raw.contentType);
      // Fastify has just run exactly these schemas over the request and authorize() has filled what `access` promises:
      // this is the one place where that knowledge becomes types.
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

async function authorize(guards: Guards, access: RouteAccess, right: CameraRight, request: FastifyRequest): Promise<void> {
  if (access === 'public') return;
  if (access === 'session') {
    request.viewer = await guards.session(request);
    return;
  }
  const cameraId = cameraIdOf(request);
  if (access === 'media') {
    const { viewer, camera } = await guards.media(request, cameraId);
    request.viewer = viewer;
    request.camera = camera;
  } else {
    request.viewer = await guards.session(request);
    request.camera = await guards.camera(request.viewer, cameraId);
  }
  if (!request.camera) throw new AppError('not-found');
  requireRight(request.camera, right);
}

/** Throws what a viewer without the right gets: 403, or no-archive-access. */
export function requireRight(camera: CameraAccess, right: CameraRight): void {
  if (right === 'archive' && !camera.withArchive) throw new AppError('no-archive-access');
  if (right === 'full' && !camera.isFullAccess) throw new AppError('forbidden');
  if (right === 'owner' && !camera.isOwner) throw new AppError('forbidden');
}

function cameraIdOf(request: FastifyRequest): string {
  const { params } = request;
  if (typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string') return params.id;
  throw new TypeError('A route with camera access needs {id} in its path.');
}

/** Aborts when the caller hangs up: nobody waits any more for what is being made. */
export function abortOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new AppError('unavailable'));
  });
  return controller.signal;
}
