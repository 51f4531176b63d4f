import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sameText, type Tokens } from '../../kernel/tokens.ts';

/** Contains the access token for requests that can't send a header: pictures and video by their address. */
export const sessionCookie = 'watchpost_session';
/** Readable by the app's scripts, which echo it in the X-XSRF-TOKEN header; bound to the session. */
const forgeryCookie = 'XSRF-TOKEN';
const forgeryHeader = 'x-xsrf-token';

export function setSessionCookies(
  reply: FastifyReply,
  session: { familyId: string; accessToken: string; expiresIn: number },
  options: { tokens: Tokens; isSecure: boolean },
): void {
  const { tokens, isSecure } = options;
  const common = { sameSite: 'strict', secure: isSecure, maxAge: session.expiresIn } as const;
  reply.setCookie(sessionCookie, session.accessToken, { ...common, path: '/public/api', httpOnly: true });
  reply.setCookie(forgeryCookie, forgeryToken(tokens, session.familyId), { ...common, path: '/' });
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/public/api' });
  reply.clearCookie(forgeryCookie, { path: '/' });
}

/** Whether the request proves that our own page made it: with the echoed token of this session, and not from a foreign site. */
export function isOwnPage(request: FastifyRequest, familyId: string, tokens: Tokens): boolean {
  const header = request.headers[forgeryHeader];
  return isSameOrigin(request) && typeof header === 'string' && sameText(header, forgeryToken(tokens, familyId));
}

/** Whether the browser reports a same-origin request; other clients send no such header. */
export function isSameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

function forgeryToken(tokens: Tokens, familyId: string): string {
  return tokens.sign('xsrf', familyId);
}
