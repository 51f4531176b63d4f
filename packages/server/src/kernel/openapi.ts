import { errorCodes } from '@watchpost/contract/kernel';
import { z } from 'zod';
import type { RawAnswer, RegisteredRoute } from './http.ts';

const errorSchema = z.object({ error: z.object({ code: z.enum(errorCodes), message: z.string(), details: z.record(z.string(), z.unknown()).optional() }) });

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 page of all registered routes, made from the contract's schemas. */
export function createOpenApi(routes: readonly RegisteredRoute[], info: { version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.endpoint.path] ??= {});
    path[route.endpoint.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Watchpost', version: info.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: jsonSchema(errorSchema, 'output') },
      responses: { Error: { description: 'An error', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } } },
    },
  };
}

function operation({ endpoint, options }: RegisteredRoute): Json {
  const inPath = parameters(options.params, 'path');
  const named = inPath.length > 0 ? inPath : [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return {
    ...(options.summary !== undefined && { summary: options.summary }),
    ...(options.access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [...named, ...parameters(options.query, 'query')],
    ...(options.body && { requestBody: { content: { [options.bodyType ?? 'application/json']: { schema: jsonSchema(options.body, 'input') } } } }),
    responses: {
      ...Object.fromEntries(Object.entries(options.response).map(([status, answer]) => [status, response(answer)])),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function response(answer: z.ZodType | RawAnswer): Json {
  if (answer instanceof z.ZodUndefined) return { description: 'Done' };
  if (answer instanceof z.ZodType) return { description: 'Success', content: { 'application/json': { schema: jsonSchema(answer, 'output') } } };
  return { description: 'Success', content: { [answer.contentType]: {} } };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties, required } = jsonSchema(schema, 'input');
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties ?? {}).map(([name, value]) => ({ name, in: place, required: place === 'path' || names.includes(name), schema: value }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
