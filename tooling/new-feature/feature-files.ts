/** What a feature starts with: one call, from the contract through the server and the client to a screen. */
export function featureFiles(name: string): Readonly<Record<string, string>> {
  const pascal = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const folder = (packageName: string): string => `packages/${packageName}/src/features/${name}/`;
  return {
    [`${folder('contract')}${name}-endpoints.ts`]: `import type { Endpoint } from '../../kernel/endpoint.ts';

export const get${pascal} = { method: 'GET', path: '/public/api/v3/${name}' } as const satisfies Endpoint;
`,
    [`${folder('contract')}${name}-schemas.ts`]: `import { z } from 'zod';

export const ${camel}Schema = z.object({ id: z.string() });

export type ${pascal} = z.infer<typeof ${camel}Schema>;
`,
    [`${folder('contract')}${name}-schemas.test.ts`]: `import { expect, test } from 'vitest';
import { ${camel}Schema } from './${name}-schemas.ts';

test('${name} has an id', () => {
  expect(${camel}Schema.safeParse({ id: 'a' }).success).toBe(true);
  expect(${camel}Schema.safeParse({}).success).toBe(false);
});
`,
    [`${folder('server')}index.ts`]: `export { register${pascal}Routes } from './${name}-routes.ts';
export { create${pascal}Service } from './${name}-service.ts';
`,
    [`${folder('server')}${name}-service.ts`]: `import type { ${pascal} } from '@watchpost/contract/schemas/${name}';

export interface ${pascal}Service {
  get(customerId: string): Promise<${pascal}>;
}

export function create${pascal}Service(): ${pascal}Service {
  return { get: async (customerId) => ({ id: customerId }) };
}
`,
    [`${folder('server')}${name}-service.test.ts`]: `import { expect, test } from 'vitest';
import { create${pascal}Service } from './${name}-service.ts';

test('${name} belongs to the customer who asks', async () => {
  await expect(create${pascal}Service().get('ann')).resolves.toEqual({ id: 'ann' });
});
`,
    [`${folder('server')}${name}-routes.ts`]: `import type { FastifyInstance } from 'fastify';
import { get${pascal} } from '@watchpost/contract/endpoints/${name}';
import { ${camel}Schema } from '@watchpost/contract/schemas/${name}';
import { registerRoute } from '../../kernel/http.ts';
import type { ${pascal}Service } from './${name}-service.ts';

/** Register it in app/create-server.ts and give it a row in the authorization matrix. */
export function register${pascal}Routes(app: FastifyInstance, deps: { readonly service: ${pascal}Service }): void {
  registerRoute(app, get${pascal}, { access: 'session', response: { 200: ${camel}Schema } }, ({ viewer }) => deps.service.get(viewer.customerId));
}
`,
    [`${folder('sdk-core')}index.ts`]: `export { create${pascal}Api } from './${name}-api.ts';
export type { ${pascal}Api, Get${pascal} } from './${name}-api.ts';
`,
    [`${folder('sdk-core')}${name}-api.ts`]: `import { get${pascal} } from '@watchpost/contract/endpoints/${name}';
import type { ${pascal} } from '@watchpost/contract/schemas/${name}';

/** Sends the call; the client passes its HTTP client in. */
export type Get${pascal} = (endpoint: typeof get${pascal}) => Promise<${pascal}>;

export interface ${pascal}Api {
  get(): Promise<${pascal}>;
}

export function create${pascal}Api(send: Get${pascal}): ${pascal}Api {
  return { get: () => send(get${pascal}) };
}
`,
    [`${folder('sdk-core')}${name}-api.test.ts`]: `import { expect, test } from 'vitest';
import { create${pascal}Api } from './${name}-api.ts';

test('${name} is asked for by its own path', async () => {
  const api = create${pascal}Api(async ({ path }) => ({ id: path }));
  await expect(api.get()).resolves.toEqual({ id: '/public/api/v3/${name}' });
});
`,
    [`${folder('reference-app')}index.ts`]: `export { ${pascal}Screen } from './${name}-screen.tsx';
`,
    [`${folder('reference-app')}${name}-screen.tsx`]: `import type { ReactNode } from 'react';

/** Give it an address in src/routes/. */
export function ${pascal}Screen({ id }: { readonly id: string }): ReactNode {
  return <main>{id}</main>;
}
`,
    [`${folder('reference-app')}${name}-screen.test.tsx`]: `import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ${pascal}Screen } from './${name}-screen.tsx';

test('${name} shows what it is given', () => {
  expect(renderToStaticMarkup(<${pascal}Screen id="a" />)).toContain('a');
});
`,
  };
}
