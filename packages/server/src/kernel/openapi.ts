import { errorCodes, type Endpoint } from '@watchpost/contract/kernel';
import { z } from 'zod';
import type { RawAnswer, RegisteredRoute } from './http.ts';
import { createOpenApiSchemas, jsonSchema, type Json, type OpenApiSchemas } from './openapi-schemas.ts';

/** Names for generated clients and documentation. */
export interface OpenApiNames {
  /** Returns null for an endpoint without a name. */
  operationOf(endpoint: Endpoint): { readonly id: string; readonly tag: string } | null;
  /** Schemas that become components, with their names. */
  readonly schemas: z.core.$ZodRegistry<{ id: string }>;
}

const errorSchema = z.object({
  error: z.object({ code: z.enum(errorCodes), message: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
});

/** Creates the OpenAPI 3.1 page of all registered routes from the contract's schemas. */
export function createOpenApi(routes: readonly RegisteredRoute[], { version, names }: { version: string; names: OpenApiNames }): Json {
  const schemas = createOpenApiSchemas(names.schemas);
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  for (const route of routes) {
    const name = names.operationOf(route.endpoint);
    if (name) tags.add(name.tag);
    const path = (paths[route.endpoint.path] ??= {});
    path[route.endpoint.method.toLowerCase()] = {
      ...(name && { operationId: name.id, tags: [name.tag] }),
      ...operation(route, schemas.schemaOf),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Watchpost', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [...tags].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemas.schemaOf(errorSchema, 'output'), ...schemas.components() },
      responses: {
        Error: { description: 'An error', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
      },
    },
  };
}

type SchemaOf = OpenApiSchemas['schemaOf'];

function operation({ endpoint, options }: RegisteredRoute, schemaOf: SchemaOf): Json {
  const inPath = parameters(options.params, 'path');
  const named =
    inPath.length > 0
      ? inPath
      : [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return {
    ...(options.summary !== undefined && { summary: options.summary }),
    ...(options.access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [...named, ...parameters(options.query, 'query')],
    ...(options.body && {
      requestBody: { required: true, content: { [options.bodyType ?? 'application/json']: { schema: schemaOf(options.body, 'input') } } },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(options.response).map(([status, answer]) => [status, response(answer, schemaOf)])),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function response(answer: z.ZodType | RawAnswer, schemaOf: SchemaOf): Json {
  if (answer instanceof z.ZodUndefined) return { description: 'Done' };
  if (answer instanceof z.ZodType)
    return { description: 'Success', content: { 'application/json': { schema: schemaOf(answer, 'output') } } };
  return { description: 'Success', content: { [answer.contentType]: {} } };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties, required } = jsonSchema(schema, 'input');
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties ?? {}).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || names.includes(name),
    schema: value,
  }));
}
