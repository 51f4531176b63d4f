import { getLocations, saveLocations } from '@watchpost/contract/endpoints/locations';
import { locationsConfigSchema, saveLocationsBody } from '@watchpost/contract/schemas/locations';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { registerRoute } from '../../kernel/http.ts';
import { readIfMatch, toEntityTag } from './locations-revision.ts';
import type { LocationsService, StoredLocations } from './locations-service.ts';

/** Bytes: as many locations, rooms and cameras as the contract allows, with titles of 30 characters. */
const maxConfigurationBytes = 768 * 1024;

export function registerLocationsRoutes(app: FastifyInstance, { service }: { readonly service: LocationsService }): void {
  const answer = (reply: FastifyReply, { config, revision }: StoredLocations) => {
    reply.header('cache-control', 'private, no-store').header('etag', toEntityTag(revision));
    return config;
  };

  registerRoute(
    app,
    getLocations,
    {
      access: 'session',
      response: { 200: locationsConfigSchema },
      summary: 'The caller’s locations and rooms with their cameras; the ETag is the revision',
    },
    async ({ viewer, reply }) => answer(reply, await service.get(viewer.customerId)),
  );

  registerRoute(
    app,
    saveLocations,
    {
      access: 'session',
      body: saveLocationsBody,
      bodyLimit: maxConfigurationBytes,
      response: { 200: locationsConfigSchema },
      summary: 'Replaces all of them; with If-Match, only if they are unchanged since that revision',
    },
    async ({ viewer, body, request, reply }) =>
      answer(reply, await service.save(viewer.customerId, body, readIfMatch(request.headers['if-match']))),
  );
}
