import { getLocations, saveLocations } from '@watchpost/contract/endpoints/locations';
import { locationsConfigSchema, saveLocationsBody } from '@watchpost/contract/schemas/locations';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { registerRoute } from '../../kernel/http.ts';
import { readIfMatch, toEntityTag } from './locations-revision.ts';
import type { LocationsService, StoredLocations } from './locations-service.ts';

export function registerLocationsRoutes(app: FastifyInstance, { service }: { readonly service: LocationsService }): void {
  const answer = (reply: FastifyReply, { config, revision }: StoredLocations) => {
    reply.header('cache-control', 'private, no-store').header('etag', toEntityTag(revision));
    return config;
  };

  registerRoute(app, getLocations, { access: 'session', response: { 200: locationsConfigSchema }, summary: 'The caller’s locations, rooms and where the cameras are; ETag is the revision' }, async ({ viewer, reply }) =>
    answer(reply, await service.get(viewer.customerId)),
  );

  registerRoute(app, saveLocations, { access: 'session', body: saveLocationsBody, response: { 200: locationsConfigSchema }, summary: 'Keeps all of it; with If-Match only when nothing was saved since' }, async ({ viewer, body, request, reply }) =>
    answer(reply, await service.save(viewer.customerId, body, readIfMatch(request.headers['if-match']))),
  );
}
