import { expect, test } from 'vitest';
import { firstChunk } from './first-chunk.ts';

const imports: Readonly<Record<string, readonly string[]>> = {
  '/app/main.ts': ['/shared/a.ts', '/reference-app/src/features/cameras/index.ts'],
  '/shared/a.ts': ['/shared/b.ts', '/widgets/src/primitives/index.ts'],
  '/shared/b.ts': ['/shared/a.ts'],
  '/reference-app/src/features/cameras/index.ts': ['/shared/only-cameras.ts'],
  '/widgets/src/primitives/index.ts': ['/widgets/src/primitives/menu.tsx'],
};
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) };

test('the first chunk has what the entry imports, circles included, and nothing of features and primitives', () => {
  const name = firstChunk('/app/main.ts');
  const named = [...Object.keys(imports), '/shared/only-cameras.ts', '/lazy.ts'].filter((id) => name(id, graph) === 'app');
  expect(named).toEqual(['/app/main.ts', '/shared/a.ts', '/shared/b.ts']);
});
