import { requestCode } from '@watchpost/contract/endpoints/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const operationSchema = z.looseObject({ operationId: z.string(), tags: z.array(z.string()).length(1), responses: z.looseObject({}) });
const pageSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});
let server: TestServer;
let page: z.infer<typeof pageSchema>;
beforeAll(async () => {
  server = await startTestServer();
  page = pageSchema.parse(await (await fetch(`${server.url}/public/api/openapi.json`)).json());
});
afterAll(() => server.close());

const operations = () =>
  server.server.app.contractRoutes
    .filter(({ endpoint }) => !endpoint.path.endsWith('/openapi.json'))
    .map(({ endpoint }) => [endpoint, page.paths[endpoint.path]?.[endpoint.method.toLowerCase()]] as const);

test('every call has an operation with a name and a tag of its own feature', () => {
  const unnamed = operations().filter(([, operation]) => !operationSchema.safeParse(operation).success);
  expect(unnamed.map(([{ method, path }]) => `${method} ${path}`)).toEqual([]);
  const ids = operations().map(([, operation]) => operationSchema.parse(operation).operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(page.paths[requestCode.path]?.['post']).toMatchObject({ operationId: 'requestCode', tags: ['session'] });
});

test('schemas are components under their names, without loose ends', () => {
  const text = JSON.stringify(page);
  const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
  expect([...referred].filter((name) => !(`${name}` in page.components.schemas))).toEqual([]);
  expect(Object.keys(page.components.schemas).filter((name) => !referred.has(name))).toEqual([]);
  expect(text).not.toContain('#/$defs/');
  expect(page.components.schemas['Camera']).toMatchObject({ type: 'object', properties: { id: {}, title: {} } });
  expect(text).toContain('"maxLength":254');
});

test('what a request may leave out is optional in its schema only', () => {
  const { CreateEmbedTokenBody } = page.components.schemas;
  expect(CreateEmbedTokenBody).toMatchObject({ required: expect.not.arrayContaining(['ttlSeconds']) });
});
