import { rollup } from 'rollup';
import { expect, test } from 'vitest';
import { playerSignals } from './player-signals.ts';
import { sourcePlugins } from './plugins.ts';

async function build(code: string): Promise<string> {
  const page = {
    name: 'page',
    resolveId: (id: string) => (id === 'page' ? id : null),
    load: (id: string) => (id === 'page' ? `import { computed, signal } from '@preact/signals-core';\n${code}` : null),
  };
  const bundle = await rollup({ input: 'page', plugins: [page, ...playerSignals(), ...sourcePlugins({ preact: true, minifyCss: false })] });
  const { output } = await bundle.generate({ format: 'es' });
  return output[0].code;
}

test('a player has its part of the signals, and nothing of the library', async () => {
  const code = await build('export const state = signal(1); function unused() { return computed(() => state.value); }');
  expect(code).toContain('subscribe(');
  expect(code).not.toMatch(/was left out|Out-of-order effect/);
});

test('a module that derives a value fails the build', async () => {
  await expect(build('export const state = computed(() => signal(1).value);')).rejects.toThrow('derives values');
});
