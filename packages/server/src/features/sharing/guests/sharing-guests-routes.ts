import type {} from '@fastify/cookie';
import { becomeGuest, leaveGuest, renewGuest } from '@watchpost/contract/endpoints/sharing';
import { guestSchema, invitationParameters, inviteParameters, type Guest } from '@watchpost/contract/schemas/sharing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../kernel/app-error.ts';
import { registerRoute } from '../../../kernel/http.ts';
import { inviteTokenOf, type Tokens } from '../../../kernel/tokens.ts';
import { isSameOrigin } from '../../session/index.ts';
import { toInvitation, type InvitationPictures } from '../landing/sharing-invitation.ts';
import { deviceOf } from '../sharing-changes.ts';
import type { GuestSession, GuestsService } from './sharing-guests-service.ts';

export interface GuestsRoutesDeps {
  readonly guests: GuestsService;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly pictures: InvitationPictures;
  /** Whether the app is reached by https only. */
  readonly isSecure: boolean;
}

/** Sent to both routes that read it: by the link's token and by its id. */
const cookiePath = '/public/api/v3';
const cookieOf = (inviteId: string): string => `wp-guest-${inviteId}`;

export function registerGuestsRoutes(app: FastifyInstance, { guests, clock, tokens, pictures, isSecure }: GuestsRoutesDeps): void {
  const answer = (reply: FastifyReply, { offer, secret, token, tokenExpiresAt, until }: GuestSession): Guest => {
    const now = clock.now();
    reply.setCookie(cookieOf(offer.row.id), secret, {
      path: cookiePath,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: Math.ceil((until - now) / 1000),
    });
    return { token, tokenExpiresAt, invitation: toInvitation(offer, { token: inviteTokenOf(tokens, offer.row.id), now, pictures }) };
  };

  registerRoute(
    app,
    becomeGuest,
    {
      access: 'public',
      params: invitationParameters,
      response: { 200: guestSchema },
      summary: 'Makes the browser a guest of a link that opens without an account, by a cookie',
    },
    async ({ params, request, reply }) => {
      requireOwnPage(request);
      const secretOf = (inviteId: string): string | undefined => request.cookies[cookieOf(inviteId)];
      return answer(reply, await guests.join(params.token, { address: request.ip, device: deviceOf(request), secretOf }));
    },
  );

  registerRoute(
    app,
    renewGuest,
    {
      access: 'public',
      params: inviteParameters,
      response: { 200: guestSchema },
      summary: 'The next token of a guest; authorized by its cookie',
    },
    async ({ params, request, reply }) => {
      requireOwnPage(request);
      return answer(reply, await guests.renew(params.id, request.cookies[cookieOf(params.id)]));
    },
  );

  registerRoute(
    app,
    leaveGuest,
    {
      access: 'public',
      params: inviteParameters,
      response: { 204: z.undefined() },
      summary: 'Forgets a guest; authorized by its cookie',
    },
    async ({ params, request, reply }) => {
      requireOwnPage(request);
      await guests.leave(params.id, request.cookies[cookieOf(params.id)]);
      reply.clearCookie(cookieOf(params.id), { path: cookiePath });
    },
  );
}

/** A cookie authorizes these: another site's page must not use it. */
function requireOwnPage(request: FastifyRequest): void {
  if (!isSameOrigin(request)) throw new AppError('forbidden');
}
