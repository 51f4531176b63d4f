import { z } from 'zod';

export type Json = Record<string, unknown>;
/** What a request may contain, or what an answer contains: a field with a default is optional in one, and present in the other. */
type Direction = 'input' | 'output';
type Names = z.core.$ZodRegistry<{ id: string }>;

export interface OpenApiSchemas {
  /** Returns a reference for a schema with a name, and in place of each one inside of another. */
  schemaOf(schema: z.ZodType, direction: Direction): Json;
  /** Every schema that was referred to so far. */
  components(): Json;
}

const prefix = '#/components/schemas/';

/** Creates the components of an OpenAPI page: each schema with a name once; twice, as `…Input` too, if a request may contain something else. */
export function createOpenApiSchemas(names: Names): OpenApiSchemas {
  const output = allSchemas(names, 'output', (id) => id);
  const inputName = createInputNames(
    output,
    allSchemas(names, 'input', (id) => id),
  );
  const input = allSchemas(names, 'input', inputName);
  const definitions = new Map(output);
  for (const [id, json] of input) definitions.set(inputName(id), json);
  const used = new Set<string>();
  const use = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    referencesOf(definitions.get(name)).forEach(use);
  };
  return {
    schemaOf: (schema, direction) => {
      // In a wrapper, the schema itself becomes a reference, as those inside it do.
      const { properties } = z.toJSONSchema(z.object({ schema }), { io: direction, unrepresentable: 'any', metadata: names });
      const json = withReferences(properties?.['schema'], (ref) => {
        const id = ref.replace('#/$defs/', '');
        return direction === 'input' ? inputName(id) : id;
      });
      referencesOf(json).forEach(use);
      return json;
    },
    components: () => Object.fromEntries([...used].toSorted().map((name) => [name, definitions.get(name)])),
  };
}

export function jsonSchema(schema: z.ZodType, io: Direction): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function allSchemas(names: Names, io: Direction, nameOf: (id: string) => string): ReadonlyMap<string, Json> {
  const { schemas } = z.toJSONSchema(names, { io, unrepresentable: 'any', uri: (id) => prefix + nameOf(id) });
  return new Map(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _address, id: _id, ...json }]) => [
      name,
      withReferences(json, nameOfReference),
    ]),
  );
}

/** Returns the names of schemas in requests: those that differ from what answers contain, or refer to one that does, have names of their own. */
function createInputNames(output: ReadonlyMap<string, Json>, input: ReadonlyMap<string, Json>): (id: string) => string {
  const differing = new Set([...input.keys()].filter((id) => JSON.stringify(input.get(id)) !== JSON.stringify(output.get(id))));
  for (let size = -1; size !== differing.size;) {
    size = differing.size;
    for (const [id, json] of input) if (referencesOf(json).some((name) => differing.has(name))) differing.add(id);
  }
  // A schema for requests only keeps its name: nothing else has it.
  return (id) => (differing.has(id) && !/(Body|Query|Parameters)$/.test(id) ? `${id}Input` : id);
}

function withReferences(json: unknown, nameOf: (reference: string) => string): Json {
  const rewritten: unknown = JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? prefix + nameOf(value) : value,
  );
  if (typeof rewritten !== 'object' || rewritten === null) throw new TypeError('A JSON schema is an object.');
  return { ...rewritten };
}

function nameOfReference(reference: string): string {
  return reference.slice(prefix.length);
}

function referencesOf(json: Json | undefined): string[] {
  const found: string[] = [];
  JSON.stringify(json, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') found.push(nameOfReference(value));
    return value;
  });
  return found;
}
