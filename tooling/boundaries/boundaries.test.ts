import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Feature } from '../lib/workspace.ts';
import { boundaryRules } from './boundary-rules.ts';
import { findBoundaryViolations } from './cruise.ts';

// A small repository of the same shape: `low` is below `high`, and both exist in every package.
const feature = (name: string, uses: readonly string[]): Feature => ({ name, uses, spec: [], routes: [], packages: [] });
const features = [feature('low', []), feature('high', ['low'])];

const entries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contract: {
    './kernel': './src/kernel/index.ts',
    './schemas/*': './src/features/*/*-schemas.ts',
    './endpoints/*': './src/features/*/*-endpoints.ts',
  },
  'sdk-core': { '.': './src/index.ts' },
  widgets: { './react': './src/react.ts' },
  server: { '.': './src/app/index.ts' },
  mp4: { '.': './src/index.ts' },
  onvif: { '.': './src/index.ts' },
  'camera-agent': { '.': './src/index.ts' },
  'reference-app': { '.': './src/app/main.ts' },
};
const libraries = ['zod', 'react', 'unlisted'];

const cleanTree: Readonly<Record<string, string>> = {
  'features.json': JSON.stringify({ features }),
  'packages/contract/src/kernel/index.ts': 'export const kernel = 1;',
  'packages/contract/src/features/low/low-schemas.ts': "import { z } from 'zod';\nexport const low = z;",
  'packages/contract/src/features/low/low-endpoints.ts': 'export const getLow = 1;',
  'packages/contract/src/features/high/high-schemas.ts': "import { low } from '../low/low-schemas.ts';\nexport const high = low;",
  'packages/contract/src/features/high/high-endpoints.ts': 'export const getHigh = 1;',
  'packages/sdk-core/src/index.ts': "export { client } from './client.ts';",
  'packages/sdk-core/src/client.ts': "import { high } from './features/high/index.ts';\nexport const client = high;",
  'packages/sdk-core/src/kernel/http.ts': "import { kernel } from '@watchpost/contract/kernel';\nexport const http = kernel;",
  'packages/sdk-core/src/features/low/index.ts': "export { low } from './low-api.ts';",
  'packages/sdk-core/src/features/low/low-api.ts':
    "import type { low as Low } from '@watchpost/contract/schemas/low';\nimport { getLow } from '@watchpost/contract/endpoints/low';\nexport const low = getLow as unknown as typeof Low;",
  'packages/sdk-core/src/features/high/index.ts': "export { high } from './high-api.ts';",
  'packages/sdk-core/src/features/high/high-api.ts': "import { low } from '../low/index.ts';\nexport const high = low;",
  'packages/sdk-core/src/browser/storage.ts': 'export const storage = 1;',
  'packages/sdk-core/src/testing/fake.ts': 'export const fake = 1;',
  'packages/widgets/src/react.ts': "export { High } from './features/high/index.ts';",
  'packages/widgets/src/element/base.ts': 'export const base = 1;',
  'packages/widgets/src/define/high.ts': "import { High } from '../features/high/index.ts';\nexport const defined = High;",
  'packages/widgets/src/features/low/index.ts': 'export const low = 1;',
  'packages/widgets/src/features/high/index.ts': "export { High } from './high.ts';",
  'packages/widgets/src/features/high/high.ts':
    "import React from 'react';\nimport { client } from '@watchpost/sdk-core';\nexport const High = [React, client];",
  'packages/widgets/src/features/high/high-element.ts': "import { base } from '../../element/base.ts';\nexport const element = base;",
  'packages/widgets/src/features/high/engine/high-clock.ts': 'export const clock = 1;',
  'packages/reference-app/src/app/main.ts': "import { route } from '../routes/home.ts';\nexport const app = route;",
  'packages/reference-app/src/routes/home.ts':
    "import { shell } from '../shell/shell.ts';\nimport { screen } from '../features/low/index.ts';\nexport const route = [shell, screen];",
  'packages/reference-app/src/shell/shell.ts': "import { button } from '../shared/button.ts';\nexport const shell = button;",
  'packages/reference-app/src/shared/button.ts': 'export const button = 1;',
  'packages/reference-app/src/features/low/index.ts': "export { screen } from './low-screen.ts';",
  'packages/reference-app/src/features/low/low-screen.ts': "import { client } from '@watchpost/sdk-core';\nexport const screen = client;",
  'packages/reference-app/src/features/high/index.ts': 'export const high = 1;',
  'packages/server/src/kernel/http.ts': 'export const http = 1;',
  'packages/server/src/db/database.ts': "import { http } from '../kernel/http.ts';\nexport const db = http;",
  'packages/server/src/media/stream.ts': "import { db } from '../db/database.ts';\nexport const stream = db;",
  'packages/server/src/adapters/mail/port.ts': 'export const port = 1;',
  'packages/server/src/adapters/mail/smtp.ts': "import { port } from './port.ts';\nexport const smtp = port;",
  'packages/server/src/features/low/index.ts': "export { routes } from './low-routes.ts';",
  'packages/server/src/features/low/low-routes.ts':
    "import { low } from '@watchpost/contract/schemas/low';\nimport { service } from './low-service.ts';\nexport const routes = [low, service];",
  'packages/server/src/features/low/low-service.ts': "import { port } from '../../adapters/mail/port.ts';\nexport const service = port;",
  'packages/server/src/features/high/index.ts': "export { routes } from './high-routes.ts';",
  'packages/server/src/features/high/high-routes.ts':
    "import { high } from '@watchpost/contract/schemas/high';\nimport { routes as lower } from '../low/index.ts';\nexport const routes = [high, lower];",
  'packages/server/src/app/index.ts':
    "import { routes } from '../features/high/index.ts';\nimport { smtp } from '../adapters/mail/smtp.ts';\nexport const server = [routes, smtp];",
  'packages/mp4/src/index.ts': 'export const mp4 = 1;',
  'packages/onvif/src/index.ts': "import { kernel } from '@watchpost/contract/kernel';\nexport const onvif = kernel;",
  'packages/camera-agent/src/index.ts':
    "import { kernel } from '@watchpost/contract/kernel';\nimport { mp4 } from '@watchpost/mp4';\nimport { onvif } from '@watchpost/onvif';\nexport const agent = [kernel, mp4, onvif];",
  'examples/page/page.ts':
    "import { client } from '@watchpost/sdk-core';\nimport { High } from '@watchpost/widgets/react';\nexport const page = [client, High];",
};

/** For each rule, a file that breaks it. `import` is added to a new file there, or to an existing one. */
const plants: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'package-contract': [
    'packages/contract/src/kernel/planted.ts',
    "import { client } from '@watchpost/sdk-core';\nexport const x = client;",
  ],
  'package-sdk-core': [
    'packages/sdk-core/src/kernel/planted.ts',
    "import { High } from '@watchpost/widgets/react';\nexport const x = High;",
  ],
  'package-widgets': [
    'packages/widgets/src/element/planted.ts',
    "import { kernel } from '@watchpost/contract/kernel';\nexport const x = kernel;",
  ],
  'package-reference-app': [
    'packages/reference-app/src/shared/planted.ts',
    "import { kernel } from '@watchpost/contract/kernel';\nexport const x = kernel;",
  ],
  'package-mp4': ['packages/mp4/src/planted.ts', "import { kernel } from '@watchpost/contract/kernel';\nexport const x = kernel;"],
  'package-onvif': ['packages/onvif/src/planted.ts', "import { agent } from '@watchpost/camera-agent';\nexport const x = agent;"],
  'package-server': ['packages/server/src/app/planted.ts', "import { agent } from '@watchpost/camera-agent';\nexport const x = agent;"],
  'package-camera-agent': ['packages/camera-agent/src/planted.ts', "import { server } from '@watchpost/server';\nexport const x = server;"],
  'contract-zod-only': ['packages/contract/src/features/low/low-schemas.ts', "import React from 'react';\nexport const low = React;"],
  'contract-kernel-without-zod': ['packages/contract/src/kernel/planted.ts', "import { z } from 'zod';\nexport const x = z;"],
  'package-by-public-entry': [
    'packages/widgets/src/element/planted.ts',
    "import { client } from '../../../sdk-core/src/client.ts';\nexport const x = client;",
  ],
  'deep-package-path': [
    'packages/widgets/src/element/planted.ts',
    "import { client } from '@watchpost/sdk-core/src/client.ts';\nexport const x = client;",
  ],
  'examples-public-entries': ['examples/page/planted.ts', "import { kernel } from '@watchpost/contract/kernel';\nexport const x = kernel;"],
  'unlisted-library': ['packages/widgets/src/element/planted.ts', "import x from 'unlisted';\nexport const y = x;"],
  'no-cycle': ['packages/server/src/kernel/http.ts', "import { planted } from './circle.ts';\nexport const http = planted;"],
  'no-tests-in-code': ['packages/sdk-core/src/kernel/planted.ts', "import { fake } from '../testing/fake.ts';\nexport const x = fake;"],
  'kernel-lowest': ['packages/server/src/kernel/planted.ts', "import { db } from '../db/database.ts';\nexport const x = db;"],
  'server-layer-db': ['packages/server/src/db/planted.ts', "import { stream } from '../media/stream.ts';\nexport const x = stream;"],
  'server-layer-cluster': [
    'packages/server/src/cluster/planted.ts',
    "import { stream } from '../media/stream.ts';\nexport const x = stream;",
  ],
  'server-layer-media': [
    'packages/server/src/media/planted.ts',
    "import { routes } from '../features/low/index.ts';\nexport const x = routes;",
  ],
  'server-layer-features': [
    'packages/server/src/features/low/low-planted.ts',
    "import { server } from '../../app/index.ts';\nexport const x = server;",
  ],
  'app-layer-shared': [
    'packages/reference-app/src/shared/planted.ts',
    "import { shell } from '../shell/shell.ts';\nexport const x = shell;",
  ],
  'app-layer-features': [
    'packages/reference-app/src/features/low/low-planted.ts',
    "import { shell } from '../../shell/shell.ts';\nexport const x = shell;",
  ],
  'app-layer-shell': ['packages/reference-app/src/shell/planted.ts', "import { route } from '../routes/home.ts';\nexport const x = route;"],
  'app-layer-routes': ['packages/reference-app/src/routes/planted.ts', "import { app } from '../app/main.ts';\nexport const x = app;"],
  'sdk-features-below-client': [
    'packages/sdk-core/src/features/low/low-planted.ts',
    "import { storage } from '../../browser/storage.ts';\nexport const x = storage;",
  ],
  'widgets-shared-below-features': [
    'packages/widgets/src/element/planted.ts',
    "import { High } from '../features/high/index.ts';\nexport const x = High;",
  ],
  'widgets-features-define-nothing': [
    'packages/widgets/src/features/low/low-planted.ts',
    "import { defined } from '../../define/high.ts';\nexport const x = defined;",
  ],
  'feature-uses-low': [
    'packages/server/src/features/low/low-planted.ts',
    "import { high } from '@watchpost/contract/schemas/high';\nexport const x = high;",
  ],
  'feature-by-index': [
    'packages/server/src/features/high/high-planted.ts',
    "import { service } from '../low/low-service.ts';\nexport const x = service;",
  ],
  'feature-by-index-from-outside': [
    'packages/server/src/app/planted.ts',
    "import { service } from '../features/low/low-service.ts';\nexport const x = service;",
  ],
  'app-features-apart': [
    'packages/reference-app/src/features/high/high-planted.ts',
    "import { screen } from '../low/index.ts';\nexport const x = screen;",
  ],
  'ports-not-drivers': [
    'packages/server/src/features/low/low-planted.ts',
    "import { smtp } from '../../adapters/mail/smtp.ts';\nexport const x = smtp;",
  ],
  'sdk-schemas-type-only': [
    'packages/sdk-core/src/features/low/low-planted.ts',
    "import { low } from '@watchpost/contract/schemas/low';\nexport const x = low;",
  ],
  'no-framework-in-logic': [
    'packages/widgets/src/features/high/engine/high-planted.ts',
    "import React from 'react';\nexport const x = React;",
  ],
  'no-framework-in-sdk': ['packages/sdk-core/src/kernel/planted.ts', "import React from 'react';\nexport const x = React;"],
  'routes-by-contract-low': [
    'packages/server/src/features/low/low-routes.ts',
    "import { service } from './low-service.ts';\nexport const routes = service;",
  ],
};
// Rules that repeat the same sentence for another feature: `high` may import every feature, so it cannot break its own.
const sameRule: Readonly<Record<string, string>> = {
  'feature-uses-high': 'feature-uses-low',
  'routes-by-contract-high': 'routes-by-contract-low',
};

let root = '';
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `${text}\n`);
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'watchpost-boundaries-'));
  mkdirSync(join(root, 'node_modules/@watchpost'), { recursive: true });
  for (const library of libraries) {
    write(
      `node_modules/${library}/package.json`,
      JSON.stringify({ name: library, version: '1.0.0', type: 'module', exports: './index.js' }),
    );
    write(`node_modules/${library}/index.js`, 'export default 1;\nexport const z = 1;');
  }
  for (const [name, exports] of Object.entries(entries)) {
    write(
      `packages/${name}/package.json`,
      JSON.stringify({ name: `@watchpost/${name}`, version: '1.0.0', type: 'module', exports, dependencies: { zod: '1', react: '1' } }),
    );
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@watchpost', name));
  }
  for (const [file, text] of Object.entries(cleanTree)) write(file, text);
  write('package.json', JSON.stringify({ name: 'planted', version: '1.0.0', type: 'module' }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const brokenRules = async (): Promise<string[]> => [...new Set((await findBoundaryViolations(root)).violations.map(({ rule }) => rule))];

describe('boundaries', () => {
  test('a clean tree breaks no rule', async () => {
    expect((await findBoundaryViolations(root)).violations).toEqual([]);
  });

  test('every rule has a planted violation', () => {
    const rules = boundaryRules(features);
    const names = [...rules.forbidden, ...rules.required].map(({ name }) => name ?? '');
    expect(names.map((name) => sameRule[name] ?? name).filter((name) => !Object.hasOwn(plants, name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(Object.entries(plants))('%s reports its planted violation', async (rule, [file, text]) => {
    const companion = 'packages/server/src/kernel/circle.ts';
    try {
      write(file, text);
      if (rule === 'no-cycle') write(companion, "import { http } from './http.ts';\nexport const planted = http;");
      expect(await brokenRules()).toContain(rule);
    } finally {
      rmSync(join(root, companion), { force: true });
      const original = cleanTree[file];
      if (original === undefined) rmSync(join(root, file));
      else write(file, original);
    }
  });
});
