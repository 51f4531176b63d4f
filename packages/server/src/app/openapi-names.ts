import { catalog } from '@watchpost/contract/catalog';
import type { Endpoint } from '@watchpost/contract/kernel';
import { z } from 'zod';
import type { OpenApiNames } from '../kernel/openapi.ts';

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const addressOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Takes the names of operations, tags and schemas from the contract: they are those of the code. */
export function createOpenApiNames(): OpenApiNames {
  const operations = new Map<string, { readonly id: string; readonly tag: string }>();
  const schemas = z.registry<{ id: string }>();
  for (const [tag, feature] of Object.entries(catalog)) {
    for (const [id, endpoint] of Object.entries(feature.endpoints)) operations.set(addressOf(endpoint), { id, tag });
    for (const [name, value] of Object.entries(feature.schemas))
      if (isObjectSchema(value)) schemas.add(value, { id: pascalCase(name.replace(/Schema$/, '')) });
  }
  return { operationOf: (endpoint) => operations.get(addressOf(endpoint)) ?? null, schemas };
}

/** Only things get a page of their own in documentation: a text, a number or a query is clearer where it is used. */
function isObjectSchema(value: unknown): value is z.ZodType {
  return value instanceof z.ZodObject || value instanceof z.ZodDiscriminatedUnion;
}
