import { expect, test } from 'vitest';
import { firstChunks } from './first-chunk.ts';

const imports: Readonly<Record<string, readonly string[]>> = {
  '/app/main.ts': ['/shared/start.ts', '/sdk-core/src/index.ts'],
  '/app/sign-in.ts': ['/shared/both.ts', '/reference-app/src/features/session/index.ts', '/sdk-core/src/index.ts'],
  '/reference-app/src/features/session/index.ts': ['/shared/by-session.ts', '/shared/sign-in-only.ts'],
  '/app/app.ts': [
    '/shared/a.ts',
    '/shared/both.ts',
    '/shared/by-session.ts',
    '/reference-app/src/features/cameras/index.ts',
    '/sdk-core/src/index.ts',
  ],
  '/shared/a.ts': ['/shared/b.ts', '/widgets/src/primitives/index.ts'],
  '/shared/b.ts': ['/shared/a.ts'],
  '/reference-app/src/features/cameras/index.ts': ['/shared/only-cameras.ts', '/reference-app/src/shared/time/time-texts.ts'],
  '/widgets/src/primitives/index.ts': ['/widgets/src/primitives/menu.tsx', '/widgets/src/primitives/field/field.tsx'],
  '/sdk-core/src/index.ts': ['/sdk-core/src/client.ts', '/sdk-core/src/kernel/timing/debounce.ts'],
};
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) };

test('core holds what every page needs, app what every screen needs; of features and packages, only what is listed has a chunk', () => {
  const groups = firstChunks({ main: '/app/main.ts', signIn: '/app/sign-in.ts', app: '/app/app.ts' }).toSorted(
    (a, b) => b.priority - a.priority,
  );
  const chunks: Record<string, string[]> = {};
  for (const id of new Set([...Object.keys(imports), ...Object.values(imports).flat()].toSorted())) {
    const chunk = groups.map(({ name }) => name(id, graph)).find((name) => name !== null);
    (chunks[chunk ?? 'bundler'] ??= []).push(id);
  }
  expect(chunks).toEqual({
    core: ['/app/main.ts', '/sdk-core/src/kernel/timing/debounce.ts', '/shared/both.ts', '/shared/by-session.ts', '/shared/start.ts'],
    app: ['/app/app.ts', '/shared/a.ts', '/shared/b.ts'],
    forms: ['/widgets/src/primitives/field/field.tsx'],
    frame: ['/reference-app/src/shared/time/time-texts.ts'],
    bundler: [
      '/app/sign-in.ts',
      '/reference-app/src/features/cameras/index.ts',
      '/reference-app/src/features/session/index.ts',
      '/sdk-core/src/client.ts',
      '/sdk-core/src/index.ts',
      '/shared/only-cameras.ts',
      '/shared/sign-in-only.ts',
      '/widgets/src/primitives/index.ts',
      '/widgets/src/primitives/menu.tsx',
    ],
  });
});
