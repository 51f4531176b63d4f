import {
  createEmbedLink,
  getOembed,
  listEmbedLinks,
  openEmbedLink,
  revokeEmbedLink,
  updateEmbedLink,
} from '@watchpost/contract/endpoints/embeds';
import {
  createEmbedLinkBody,
  embedLinkListSchema,
  embedLinkParameters,
  embedLinkSchema,
  oembedQuery,
  oembedSchema,
  openedEmbedLinkSchema,
  updateEmbedLinkBody,
} from '@watchpost/contract/schemas/embeds';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../kernel/app-error.ts';
import { registerRoute } from '../../../kernel/http.ts';
import { createWindowLimit } from '../../../kernel/limits/window-limit.ts';
import { networkOf } from '../../../kernel/network/network-of.ts';
import { ownOrigins } from '../../../kernel/network/own-origins.ts';
import { bearerToken } from '../../session/index.ts';
import { actorOf } from '../../sharing/index.ts';
import type { EmbedLinksService } from './embeds-links-service.ts';
import { linkIdOf, oembedOf, oembedXml } from './embeds-oembed.ts';

export interface EmbedLinksRoutesDeps {
  readonly service: EmbedLinksService;
  readonly clock: Clock;
  readonly publicOrigin: string | null;
  readonly basePath: string;
  readonly appOrigin: () => string;
}

/** Pages that one network can open in a minute. */
const opensPerMinute = 120;

export function registerEmbedLinksRoutes(
  app: FastifyInstance,
  { service, clock, publicOrigin, basePath, appOrigin }: EmbedLinksRoutesDeps,
): void {
  const limit = createWindowLimit({ clock, windowMs: 60_000, maxCount: opensPerMinute });

  registerRoute(
    app,
    listEmbedLinks,
    { access: 'session', response: { 200: embedLinkListSchema }, summary: 'The caller’s embed links, newest first' },
    ({ viewer }) => service.list(viewer.customerId),
  );

  registerRoute(
    app,
    createEmbedLink,
    {
      access: 'session',
      body: createEmbedLinkBody,
      response: { 201: embedLinkSchema },
      summary: 'Creates a public page with a player for cameras whose access the caller manages',
    },
    ({ viewer, body, request }) => service.create(actorOf(viewer, request), body),
  );

  registerRoute(
    app,
    updateEmbedLink,
    {
      access: 'session',
      params: embedLinkParameters,
      body: updateEmbedLinkBody,
      response: { 200: embedLinkSchema },
      summary: 'Changes an embed link',
    },
    ({ viewer, params, body, request }) => service.update(actorOf(viewer, request), params.id, body),
  );

  registerRoute(
    app,
    revokeEmbedLink,
    { access: 'session', params: embedLinkParameters, response: { 204: z.undefined() }, summary: 'Revokes an embed link' },
    ({ viewer, params, request }) => service.revoke(actorOf(viewer, request), params.id),
  );

  registerRoute(
    app,
    openEmbedLink,
    {
      access: 'public',
      params: embedLinkParameters,
      response: { 200: openedEmbedLinkSchema },
      summary: 'What the page of an embed link shows, with a token for it',
    },
    ({ params, request }) => {
      const own = ownOrigins(request.raw, publicOrigin);
      const origin = request.headers.origin ?? own[0];
      // A page of another site shows the link in an iframe.
      if (origin === undefined || !own.includes(origin)) throw new AppError('origin-forbidden');
      limit(networkOf(request.ip));
      return service.open(params.id, { origin, previous: bearerToken(request) });
    },
  );

  registerRoute(
    app,
    getOembed,
    { access: 'public', query: oembedQuery, response: { 200: oembedSchema }, summary: 'The iframe of an embed link, by oEmbed' },
    async ({ query, request, reply }) => {
      const id = linkIdOf(query.url, {
        origins: [new URL(appOrigin()).origin, ...ownOrigins(request.raw, publicOrigin)],
        basePath,
      });
      const link = id === null ? null : await service.find(id);
      if (!link) throw new AppError('not-found');
      const answer = oembedOf({ id: link.id, name: link.options.name, origin: appOrigin() }, query);
      if (query.format === 'json') return answer;
      reply.type('text/xml; charset=utf-8');
      return oembedXml(answer);
    },
  );
}
