import { pickLocale } from '@watchpost/contract/kernel';
import { confirmCode, refreshSession, requestCode, signOut } from '@watchpost/contract/endpoints/session';
import {
  confirmCodeBody,
  refreshSessionBody,
  requestCodeAnswer,
  requestCodeBody,
  sessionAnswer,
  type SessionAnswer,
} from '@watchpost/contract/schemas/session';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import { resendAfterSeconds } from './session-codes.ts';
import { clearSessionCookies, setSessionCookies } from './session-cookies.ts';
import type { OpenedSession, SessionService } from './session-service.ts';
import { describeUserAgent } from './session-user-agent.ts';

export interface SessionRoutesDeps {
  readonly service: SessionService;
  readonly tokens: Tokens;
  /** Whether the app is reached by https only. */
  readonly isSecure: boolean;
}

export function registerSessionRoutes(app: FastifyInstance, { service, tokens, isSecure }: SessionRoutesDeps): void {
  const answer = (reply: FastifyReply, { familyId, answer }: OpenedSession): SessionAnswer => {
    setSessionCookies(reply, { familyId, accessToken: answer.access_token, expiresIn: answer.expires_in }, { tokens, isSecure });
    return answer;
  };

  registerRoute(
    app,
    requestCode,
    { access: 'public', body: requestCodeBody, response: { 200: requestCodeAnswer }, summary: 'Sends a one-time code by e-mail' },
    async ({ request, body }) => {
      const locale = pickLocale(request.headers['accept-language']);
      await service.requestCode({ email: body.email, deviceId: body.deviceId ?? null, address: request.ip, locale });
      return { resendAfterSeconds };
    },
  );

  registerRoute(
    app,
    confirmCode,
    { access: 'public', body: confirmCodeBody, response: { 200: sessionAnswer }, summary: 'Signs in with a code' },
    async ({ request, reply, body }) => {
      const locale = pickLocale(request.headers['accept-language']);
      return answer(
        reply,
        await service.confirm(body, { address: request.ip, locale, device: describeUserAgent(request.headers['user-agent']) }),
      );
    },
  );

  registerRoute(
    app,
    refreshSession,
    {
      access: 'public',
      body: refreshSessionBody,
      response: { 200: sessionAnswer },
      summary: 'Renews the session by its refresh token, or by the secret of the device',
    },
    async ({ reply, body }) => {
      if (body.grant_type === 'device_token') {
        return answer(
          reply,
          await service.refreshByDevice({ email: body.username, deviceId: body.device_id, deviceToken: body.device_token }),
        );
      }
      return answer(reply, await service.refresh(body.refreshToken));
    },
  );

  registerRoute(
    app,
    signOut,
    { access: 'session', response: { 204: z.undefined() }, summary: 'Ends the session on the server' },
    async ({ viewer, reply }) => {
      if (viewer.familyId !== null) await service.signOut(viewer.familyId);
      clearSessionCookies(reply);
    },
  );
}
