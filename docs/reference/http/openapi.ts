import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}
export type JsonSchema = Readonly<Record<string, unknown>>;
export interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** Reads the description that `generate.ts` wrote. */
export function readOpenApi(): OpenApi {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../public/openapi.json'), 'utf8')) as OpenApi;
}

/** Returns the calls of each feature; those without a name are not for users of the API. */
export function callsByFeature(): ReadonlyMap<string, readonly Call[]> {
  const features = new Map<string, Call[]>();
  for (const [path, operations] of Object.entries(readOpenApi().paths))
    for (const [method, operation] of Object.entries(operations)) {
      const feature = operation.tags?.[0];
      if (feature !== undefined)
        features.set(feature, [...(features.get(feature) ?? []), { ...operation, method: method.toUpperCase(), path }]);
    }
  return new Map([...features].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
