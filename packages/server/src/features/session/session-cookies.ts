import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sameText, type Tokens } from '../../kernel/tokens.ts';

/** Holds the access token for what can't send a header: pictures and video by their address. */
export const sessionCookie = 'watchpost_session';
/** Readable by the app's scripts, which echo it in the X-XSRF-TOKEN header; bound to the session. */
export const forgeryCookie = 'XSRF-TOKEN';
export const forgeryHeader = 'x-xsrf-token';

export function setSessionCookies(reply: FastifyReply, session: { familyId: string; accessToken: string; expiresIn: number }, options: { tokens: Tokens; isSecure: boolean }): void {
  const { tokens, isSecure } = options;
  const common = { sameSite: 'strict', secure: isSecure, maxAge: session.expiresIn } as const;
  reply.setCookie(sessionCookie, session.accessToken, { ...common, path: '/public/api', httpOnly: true });
  reply.setCookie(forgeryCookie, forgeryToken(tokens, session.familyId), { ...common, path: '/' });
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/public/api' });
  reply.clearCookie(forgeryCookie, { path: '/' });
}

/** Whether the request proves that our own page made it: the echoed token of this very session, and no foreign site. */
export function isOwnPage(request: FastifyRequest, familyId: string, tokens: Tokens): boolean {
  const header = request.headers[forgeryHeader];
  return isSameOrigin(request) && typeof header === 'string' && sameText(header, forgeryToken(tokens, familyId));
}

/** What the browser says about who makes the request; absent from what is not a browser. */
export function isSameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

function forgeryToken(tokens: Tokens, familyId: string): string {
  return tokens.sign('xsrf', familyId);
}
