import { createEmbedToken, listEmbedTokens, revokeEmbedToken, revokeEmbedTokens } from '@watchpost/contract/endpoints/embeds';
import { createdEmbedTokenSchema, createEmbedTokenBody, embedTokenParameters, embedTokensSchema } from '@watchpost/contract/schemas/embeds';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../../kernel/http.ts';
import { actorOf } from '../../sharing/index.ts';
import type { EmbedTokensService } from './embeds-tokens-service.ts';

/** By a session, or by a partner's server. */
const byIssuer = { access: 'account', apiKeyScope: 'embed-tokens' } as const;

export function registerEmbedTokensRoutes(app: FastifyInstance, { service }: { readonly service: EmbedTokensService }): void {
  registerRoute(
    app,
    createEmbedToken,
    {
      ...byIssuer,
      body: createEmbedTokenBody,
      response: { 201: createdEmbedTokenSchema },
      summary: 'A token for a partner’s page',
    },
    ({ viewer, body, request }) => service.create(viewer, actorOf(viewer, request), body),
  );

  registerRoute(
    app,
    listEmbedTokens,
    { ...byIssuer, response: { 200: embedTokensSchema }, summary: 'The caller’s embed tokens that are valid now' },
    ({ viewer }) => service.list(viewer),
  );

  registerRoute(
    app,
    revokeEmbedTokens,
    { ...byIssuer, response: { 204: z.undefined() }, summary: 'Revokes all of the caller’s embed tokens' },
    ({ viewer, request }) => service.revokeAll(viewer, actorOf(viewer, request)),
  );

  registerRoute(
    app,
    revokeEmbedToken,
    { ...byIssuer, params: embedTokenParameters, response: { 204: z.undefined() }, summary: 'Revokes an embed token' },
    ({ viewer, params, request }) => service.revoke(viewer, actorOf(viewer, request), params.id),
  );
}
