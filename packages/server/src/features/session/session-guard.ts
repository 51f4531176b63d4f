import type {} from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import { isOwnPage, isSameOrigin, sessionCookie } from './session-cookies.ts';
import type { SessionService } from './session-service.ts';

export interface SessionGuard {
  /** Authorizes by bearer token; for changes also by the cookie together with the forgery token. */
  session(request: FastifyRequest): Promise<Viewer>;
  /** Authorizes by the cookie alone: for reading pictures and video on our own pages. */
  cookie(request: FastifyRequest): Promise<Viewer>;
}

/** Returns the token of `Authorization: Bearer …`, or null. */
export function bearerToken({ headers }: FastifyRequest): string | null {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

export function createSessionGuard(deps: { tokens: Tokens; readAccessToken: SessionService['readAccessToken'] }): SessionGuard {
  const { tokens, readAccessToken } = deps;

  const cookie = async (request: FastifyRequest): Promise<Viewer & { familyId: string }> => {
    const token = request.cookies[sessionCookie];
    if (token === undefined) throw new AppError('unauthorized');
    return readAccessToken(token);
  };
  return {
    session: async (request) => {
      const token = bearerToken(request);
      if (token !== null) return readAccessToken(token);
      if (request.headers.authorization !== undefined || request.method === 'GET' || request.method === 'HEAD')
        throw new AppError('unauthorized');
      const viewer = await cookie(request);
      if (!isOwnPage(request, viewer.familyId, tokens)) throw new AppError('forbidden');
      return viewer;
    },
    cookie: async (request) => {
      if (request.method !== 'GET' || !isSameOrigin(request)) throw new AppError('unauthorized');
      return cookie(request);
    },
  };
}
