import { namesOf } from './feature-names.ts';

/** Inserts text into an existing file, before the only occurrence of `before`. */
export interface Insertion {
  readonly file: string;
  readonly before: string;
  readonly text: string;
}

/** Connects a new feature: its server module, its client, its row in the authorization matrix. */
export function featureWiring(name: string): readonly Insertion[] {
  const { pascal, camel } = namesOf(name);
  const path = `/public/api/v3/${name}`;
  const modules = 'packages/server/src/app/modules.ts';
  const client = 'packages/sdk-core/src/client.ts';
  const index = `./features/${name}/index.ts`;
  const catalog = 'packages/contract/src/catalog.ts';
  return [
    {
      file: catalog,
      before: "import * as videoWallEndpoints from './features/video-wall/video-wall-endpoints.ts';\n",
      text: `import * as ${camel}Endpoints from './features/${name}/${name}-endpoints.ts';\nimport * as ${camel}Schemas from './features/${name}/${name}-schemas.ts';\n`,
    },
    {
      file: catalog,
      before: "  'video-wall': {",
      text: `  ${name.includes('-') ? `'${name}'` : name}: { endpoints: ${camel}Endpoints, schemas: ${camel}Schemas },\n`,
    },
    {
      file: modules,
      before: "import { inBackground } from '../kernel/limits/database-wait.ts';\n",
      text: `import { create${pascal}Module } from '../features/${name}/index.ts';\n`,
    },
    { file: modules, before: '\n  // Notifications and live updates\n', text: `  add(create${pascal}Module());\n` },
    {
      file: client,
      before: "import { createMemoryStorage } from './kernel/memory-ports.ts';\n",
      text: `import { create${pascal}Api } from '${index}';\nimport type { ${pascal}Api } from '${index}';\n`,
    },
    { file: client, before: '  readonly webhooks: WebhooksApi;\n', text: `  readonly ${camel}: ${pascal}Api;\n` },
    { file: client, before: '    dispose() {\n      notifications.dispose();\n', text: `    ${camel}: create${pascal}Api(http),\n` },
    {
      file: 'packages/sdk-core/src/index.ts',
      before: "export type { VideoWallApi } from './features/video-wall/index.ts';\n",
      text: `export type { ${pascal}Api } from '${index}';\nexport type { ${pascal} } from '@watchpost/contract/schemas/${name}';\n`,
    },
    {
      file: 'packages/server/src/testing/authorization/authorization-requests.ts',
      before: "  'GET /public/api/v3/video-wall': plain,\n",
      text: `  'GET ${path}': plain,\n`,
    },
    {
      file: 'packages/server/src/testing/authorization/authorization-matrix.csv',
      before: 'GET,/public/api/v3/video-wall,',
      text: `GET,${path},401,${'200,'.repeat(9)}\n`,
    },
  ];
}

/** @throws {Error} when the place is missing or not unique */
export function insert(text: string, { file, before, text: added }: Insertion): string {
  const [start = '', ...rest] = text.split(before);
  if (rest.length !== 1) throw new Error(`${file} must contain ${JSON.stringify(before)} once: the new feature is added before it.`);
  return `${start}${added}${before}${rest.join('')}`;
}
