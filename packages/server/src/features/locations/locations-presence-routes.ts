import { getPresence, updatePresence } from '@watchpost/contract/endpoints/locations';
import { presencesSchema, updatePresenceBody } from '@watchpost/contract/schemas/locations';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { PresenceService } from './locations-presence.ts';

export function registerPresenceRoutes(app: FastifyInstance, service: PresenceService): void {
  registerRoute(
    app,
    getPresence,
    {
      access: 'account',
      apiKeyScope: 'presence',
      response: { 200: presencesSchema },
      summary: 'Who is home at each of the caller’s locations',
    },
    ({ viewer }) => service.list(ownerOf(viewer)),
  );

  registerRoute(
    app,
    updatePresence,
    {
      access: 'account',
      apiKeyScope: 'presence',
      body: updatePresenceBody,
      response: { 200: presencesSchema },
      summary: 'Sets it for one location, or for all; 404 for an unknown location',
    },
    async ({ viewer, body }) => {
      const places = await service.set(ownerOf(viewer), body, viewer.apiKey ? 'api-key' : 'app');
      if (!places) throw new AppError('not-found');
      return places;
    },
  );
}

/** A key for some cameras can't quiet the others. */
function ownerOf({ customerId, apiKey }: Viewer): string {
  if (apiKey && apiKey.cameraIds !== null) throw new AppError('not-found');
  return customerId;
}
