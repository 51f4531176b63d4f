import { pickLocale } from '@watchpost/contract/kernel';
import { embedLinkIdSchema } from '@watchpost/contract/schemas/embeds';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EmbedLinksService } from './embeds-links-service.ts';
import { embedMessagePage, embedPage, type EmbedPage } from './embeds-page.ts';

export interface EmbedPageRoutesDeps {
  readonly service: Pick<EmbedLinksService, 'find'>;
  readonly appOrigin: () => string;
  readonly basePath: string;
}

/** Serves the pages of embed links: `/e/{id}`. */
export function registerEmbedPageRoutes(app: FastifyInstance, { service, appOrigin, basePath }: EmbedPageRoutesDeps): void {
  app.get<{ Params: { id: string } }>('/e/:id', async ({ params, headers }, reply) => {
    const locale = pickLocale(headers['accept-language']);
    const id = embedLinkIdSchema.safeParse(params.id).data;
    const link = id === undefined ? null : await service.find(id);
    if (!link) return sendPage(reply.code(404), embedMessagePage('ended', locale));
    // The policy keeps other sites out of the frame; this is about no frame at all.
    const isAlone = headers['sec-fetch-dest'] === 'document' && link.options.origins.length > 0;
    if (isAlone) return sendPage(reply, embedMessagePage('restricted', locale));
    return sendPage(reply, embedPage(link, { origin: appOrigin(), basePath, host: headers.host, locale }));
  });
}

function sendPage(reply: FastifyReply, { html, policy }: EmbedPage): FastifyReply {
  return (
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .header('vary', 'Accept-Language, Sec-Fetch-Dest')
      // Its own requests name this page; no other site learns of it.
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(html)
  );
}
