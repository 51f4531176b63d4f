import { createApiKey, getOwnApiKey, listApiKeys, revokeApiKey, updateApiKey } from '@watchpost/contract/endpoints/api-keys';
import {
  apiKeyListSchema,
  apiKeyParameters,
  apiKeySchema,
  createApiKeyBody,
  createdApiKeySchema,
  updateApiKeyBody,
} from '@watchpost/contract/schemas/api-keys';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import { actorOf } from '../sharing/index.ts';
import type { ApiKeysService } from './api-keys-service.ts';

export function registerApiKeysRoutes(app: FastifyInstance, { service }: { readonly service: ApiKeysService }): void {
  registerRoute(
    app,
    listApiKeys,
    { access: 'session', response: { 200: apiKeyListSchema }, summary: 'The caller’s API keys, newest first' },
    ({ viewer }) => service.list(viewer.customerId),
  );

  registerRoute(
    app,
    createApiKey,
    {
      access: 'session',
      body: createApiKeyBody,
      response: { 201: createdApiKeySchema },
      summary: 'Creates an API key; only this answer contains its secret',
    },
    ({ viewer, body, request }) => service.create(actorOf(viewer, request), body),
  );

  registerRoute(
    app,
    updateApiKey,
    {
      access: 'session',
      params: apiKeyParameters,
      body: updateApiKeyBody,
      response: { 200: apiKeySchema },
      summary: 'Changes what an API key can do',
    },
    ({ viewer, params, body, request }) => service.update(actorOf(viewer, request), params.id, body),
  );

  registerRoute(
    app,
    revokeApiKey,
    {
      access: 'session',
      params: apiKeyParameters,
      response: { 204: z.undefined() },
      summary: 'Revokes an API key and the embed tokens that were made with it',
    },
    ({ viewer, params, request }) => service.revoke(actorOf(viewer, request), params.id),
  );

  registerRoute(
    app,
    getOwnApiKey,
    { access: 'api-key', response: { 200: apiKeySchema }, summary: 'The API key that sends the request' },
    ({ viewer }) => {
      if (!viewer.apiKey) throw new AppError('unauthorized');
      return service.get(viewer.apiKey.id);
    },
  );
}
