import { namesOf } from './feature-names.ts';

/** The initial files of a feature: one call, from the contract through the server and the client to a screen. */
export function featureFiles(name: string): Readonly<Record<string, string>> {
  const { pascal, camel, title } = namesOf(name);
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
    [`${folder('server')}index.ts`]: `export { create${pascal}Module } from './${name}-module.ts';
`,
    [`${folder('server')}${name}-module.ts`]: `import type { ServerModule } from '../../kernel/module/server-module.ts';
import { register${pascal}Routes } from './${name}-routes.ts';
import { create${pascal}Service } from './${name}-service.ts';

export function create${pascal}Module(): ServerModule {
  const service = create${pascal}Service();
  return { name: '${name.replaceAll('-', ' ')}', routes: (app) => register${pascal}Routes(app, { service }) };
}
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

export function register${pascal}Routes(app: FastifyInstance, deps: { readonly service: ${pascal}Service }): void {
  registerRoute(app, get${pascal}, { access: 'session', response: { 200: ${camel}Schema }, summary: '${title}' }, ({ viewer }) => deps.service.get(viewer.customerId));
}
`,
    [`${folder('sdk-core')}index.ts`]: `export { create${pascal}Api } from './${name}-api.ts';
export type { ${pascal}Api } from './${name}-api.ts';
`,
    [`${folder('sdk-core')}${name}-api.ts`]: `import { get${pascal} } from '@watchpost/contract/endpoints/${name}';
import type { ${pascal} } from '@watchpost/contract/schemas/${name}';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

export interface ${pascal}Api {
  /** @throws {WatchpostError} \`unauthorized\`, \`network\` */
  get(options?: CallOptions): Promise<${pascal}>;
}

export function create${pascal}Api(http: HttpClient): ${pascal}Api {
  return { get: (options) => http.request(get${pascal}, { ...options }) };
}
`,
    [`${folder('sdk-core')}${name}-api.test.ts`]: `import { get${pascal} } from '@watchpost/contract/endpoints/${name}';
import { expect, test } from 'vitest';
import { createClient } from '../../client.ts';

test('${name} is requested from its own path', async () => {
  const paths: string[] = [];
  const client = createClient({
    baseUrl: 'https://cameras.example',
    token: 'embed.a.b',
    fetch: async (input) => {
      paths.push(new URL(input instanceof Request ? input.url : input).pathname);
      return Response.json({ id: 'a' });
    },
  });
  await expect(client.${camel}.get()).resolves.toEqual({ id: 'a' });
  expect(paths).toEqual([get${pascal}.path]);
  client.dispose();
});
`,
    [`${folder('reference-app')}index.ts`]: `export { ${pascal}Screen } from './${name}-screen.tsx';
`,
    [`${folder('reference-app')}${name}.en.json`]: `{ "title": "${title}" }
`,
    [`${folder('reference-app')}${name}.ru.json`]: `{ "title": "${title}" }
`,
    [`${folder('reference-app')}${name}-texts.ts`]: `import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './${name}.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly '${name}': typeof en;
  }
}

export const ${camel}Texts = defineTexts('${name}', {
  en: () => import('./${name}.en.json'),
  ru: () => import('./${name}.ru.json'),
});
`,
    [`${folder('reference-app')}${name}-screen.tsx`]: `import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ${camel}Texts } from './${name}-texts.ts';

/** Give it an address in src/routes/. */
export function ${pascal}Screen({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation(${camel}Texts);
  return (
    <main>
      <h1>{t('title')}</h1>
      {id}
    </main>
  );
}
`,
    [`${folder('reference-app')}${name}-screen.test.tsx`]: `// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { ${pascal}Screen } from './${name}-screen.tsx';

afterEach(forgetApp);

test('${name} shows its title and what it is given', async () => {
  await renderApp(<${pascal}Screen id="a-1" />);
  expect(screen.getByRole('heading', { name: '${title}' })).toBeTruthy();
  expect(screen.getByText('a-1')).toBeTruthy();
});
`,
  };
}
