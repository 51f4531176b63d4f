import { table } from '../table.ts';
import type { Call, JsonSchema } from './openapi.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Writes one call: what it does, what it takes, what it answers. */
export function toMarkdown(
  { operationId, method, path, summary, security, parameters, requestBody, responses }: Call,
  schemas: Schemas,
): string {
  const body = Object.entries(requestBody?.content ?? {})[0];
  const answers = Object.entries(responses).filter(([status]) => status !== 'default');
  return [
    `## ${operationId}`,
    `\`${method} ${path}\``,
    summary === undefined ? '' : `${summary}.`,
    security ? '' : 'For anyone: it needs no authorization.',
    table(
      ['Parameter', 'In', 'Type', 'Required'],
      (parameters ?? []).map((p) => [`\`${p.name}\``, p.in, typeText(p.schema), p.required ? 'yes' : '']),
    ),
    body ? `**Body** (\`${body[0]}\`)\n\n${fields(body[1].schema, schemas)}` : '',
    ...answers.map(([status, { content }]) => {
      const answer = Object.entries(content ?? {})[0];
      if (!answer) return `**${status}** without a body`;
      return `**${status}** (\`${answer[0]}\`)\n\n${fields(answer[1].schema, schemas)}`;
    }),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function fields(schema: JsonSchema | undefined, schemas: Schemas): string {
  if (!schema) return '';
  const named = referenceOf(schema);
  const resolved = named === null ? schema : (schemas[named] ?? schema);
  if (resolved['type'] === 'array' && isSchema(resolved['items'])) return `A list of:\n\n${fields(resolved['items'], schemas)}`;
  const { properties, required } = resolved;
  if (!isSchema(properties)) return named === null ? typeText(schema) : `\`${named}\`: ${typeText(resolved)}`;
  const names = Array.isArray(required) ? required : [];
  const rows = Object.entries(properties).map(([name, value]) => [
    `\`${name}\``,
    isSchema(value) ? typeText(value) : '',
    names.includes(name) ? 'yes' : '',
  ]);
  return table([named === null ? 'Field' : `Field of \`${named}\``, 'Type', 'Always'], rows);
}

/** Names a type as a reader would: `string | null`, `Camera[]`, `"view" | "full"`. */
function typeText(schema: JsonSchema): string {
  const named = referenceOf(schema);
  if (named !== null) return `\`${named}\``;
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) return options.map((option) => (isSchema(option) ? typeText(option) : '')).join(' or ');
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if ('const' in schema) return `\`${JSON.stringify(schema['const'])}\``;
  if (schema['type'] === 'array') return `list of ${isSchema(schema['items']) ? typeText(schema['items']) : 'anything'}`;
  if (schema['type'] === 'null') return '`null`';
  const limits = [
    limit(schema, 'minimum', 'from'),
    limit(schema, 'maximum', 'to'),
    limit(schema, 'minLength', 'at least', 'characters'),
    limit(schema, 'maxLength', 'at most', 'characters'),
    schema['default'] === undefined ? '' : `default \`${JSON.stringify(schema['default'])}\``,
  ].filter((text) => text !== '');
  return [typeof schema['type'] === 'string' ? schema['type'] : 'anything', ...limits].join(', ');
}

/** Numbers beyond what a double holds are no limits of ours. */
function limit(schema: JsonSchema, key: string, word: string, unit = ''): string {
  const value = schema[key];
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? `${word} ${value} ${unit}`.trim() : '';
}

function referenceOf({ $ref }: JsonSchema): string | null {
  return typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : null;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
