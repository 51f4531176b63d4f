import type { FastifyRequest } from 'fastify';
import type { Guards, Viewer } from '../kernel/access/access.ts';
import { isApiKeySecret, requireScope, type ApiKeys, type RequestSource } from '../kernel/access/api-key.ts';
import { AppError } from '../kernel/app-error.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import { ownOrigins } from '../kernel/network/own-origins.ts';
import type { Tokens } from '../kernel/tokens.ts';
import type { CameraAccessResolver } from '../features/cameras/index.ts';
import { bearerToken, createSessionGuard, type SessionGuard, type SessionService } from '../features/session/index.ts';
import { installGuards } from './create-http.ts';

interface GuardsModuleDeps {
  readonly config: Pick<ServerConfig, 'publicOrigin'>;
  readonly tokens: Tokens;
  readonly readAccessToken: SessionService['readAccessToken'];
  readonly access: CameraAccessResolver;
  readonly apiKeys: ApiKeys;
}

/** Identifies who sends a request and what that user can do. */
export function createGuardsModule({ config, tokens, readAccessToken, access, apiKeys }: GuardsModuleDeps): ServerModule {
  const sessions = createSessionGuard({ tokens, readAccessToken });
  const guards = createGuards({ sessions, cameras: access, apiKeys, publicOrigin: config.publicOrigin });
  return { name: 'guards', routes: (app) => installGuards(app, guards) };
}

interface GuardsDeps {
  readonly sessions: SessionGuard;
  readonly cameras: CameraAccessResolver;
  readonly apiKeys: ApiKeys;
  readonly publicOrigin: string | null;
}

/** Combines sessions, keys and camera access into the guards of every route. */
function createGuards({ sessions, cameras, apiKeys, publicOrigin }: GuardsDeps): Guards {
  const resolveFor = async (viewer: Viewer, cameraId: string) => {
    const { apiKey } = viewer;
    const camera = await (apiKey ? cameras.resolveForKey(apiKey, cameraId) : cameras.resolve(viewer.customerId, cameraId));
    if (!camera) throw new AppError('not-found');
    return { viewer, camera };
  };
  const byKey = async (request: FastifyRequest, secret: string): Promise<Viewer> => {
    const apiKey = await apiKeys.authorize(secret, sourceOf(request, publicOrigin));
    return { ...anonymous, customerId: apiKey.customerId, apiKey };
  };
  return {
    session: sessions.session,
    account: async (request, scope) => {
      const token = bearerToken(request);
      if (token === null || !isApiKeySecret(token)) return sessions.session(request);
      const viewer = await byKey(request, token);
      if (viewer.apiKey && scope !== 'any') requireScope(viewer.apiKey, scope);
      return viewer;
    },
    apiKey: async (request) => {
      const token = bearerToken(request);
      if (token === null || !isApiKeySecret(token)) throw new AppError('unauthorized');
      return byKey(request, token);
    },
    camera: (viewer, cameraId) => cameras.resolve(viewer.customerId, cameraId),
    media: async (request, cameraId) => {
      const token = bearerToken(request);
      if (token?.startsWith('embed.') || token?.startsWith('guest.')) {
        const camera = await cameras.authorizeToken(token, cameraId, sourceOf(request, publicOrigin));
        return { viewer: { ...anonymous, customerId: camera.customerId }, camera };
      }
      if (token !== null && isApiKeySecret(token)) return resolveFor(await byKey(request, token), cameraId);
      if (request.headers.authorization === undefined) return resolveFor(await sessions.cookie(request), cameraId);
      return resolveFor(await sessions.session(request), cameraId);
    },
  };
}

/** Nobody's own session. */
const anonymous = { familyId: null, deviceId: null, locale: null } as const;

function sourceOf({ headers, ip, raw }: FastifyRequest, publicOrigin: string | null): RequestSource {
  const isOwnPage = headers.origin === undefined && headers['sec-fetch-site'] === 'same-origin';
  return { origin: headers.origin ?? null, ownPage: isOwnPage ? ownOrigins(raw, publicOrigin) : [], address: ip };
}
