import {
  createStreamLink,
  getStreamOutputs,
  listStreamLinks,
  revokeStreamLink,
  updateStreamLink,
} from '@watchpost/contract/endpoints/stream-links';
import {
  createStreamLinkBody,
  streamLinkListSchema,
  streamLinkParameters,
  streamLinkSchema,
  streamOutputsSchema,
  updateStreamLinkBody,
} from '@watchpost/contract/schemas/stream-links';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import { actorOf } from '../sharing/index.ts';
import type { StreamLinksService } from './stream-links-service.ts';

export function registerStreamLinksRoutes(app: FastifyInstance, { service }: { readonly service: StreamLinksService }): void {
  registerRoute(
    app,
    listStreamLinks,
    { access: 'session', response: { 200: streamLinkListSchema }, summary: 'The caller’s stream links, newest first' },
    ({ viewer }) => service.list(viewer.customerId),
  );

  registerRoute(
    app,
    getStreamOutputs,
    { access: 'session', response: { 200: streamOutputsSchema }, summary: 'What this server offers to stream links' },
    () => service.outputs(),
  );

  registerRoute(
    app,
    createStreamLink,
    {
      access: 'session',
      body: createStreamLinkBody,
      response: { 201: streamLinkSchema },
      summary: 'Creates addresses by which other software plays a camera whose access the caller manages',
    },
    ({ viewer, body, request }) => service.create(actorOf(viewer, request), body),
  );

  registerRoute(
    app,
    updateStreamLink,
    {
      access: 'session',
      params: streamLinkParameters,
      body: updateStreamLinkBody,
      response: { 200: streamLinkSchema },
      summary: 'Changes a stream link; its addresses stay',
    },
    ({ viewer, params, body, request }) => service.update(actorOf(viewer, request), params.id, body),
  );

  registerRoute(
    app,
    revokeStreamLink,
    { access: 'session', params: streamLinkParameters, response: { 204: z.undefined() }, summary: 'Revokes a stream link' },
    ({ viewer, params, request }) => service.revoke(actorOf(viewer, request), params.id),
  );
}
