import { expect, test } from 'vitest';
import { convertModel } from './convert-model.ts';
import { readGraphModel } from './graph-model.ts';

interface Part {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: readonly number[];
}
const node = (name: string, op: string, ...input: string[]) => ({ name, op, input });

/** A model's files with these operations and weights. */
function filesOf(nodes: readonly object[], parts: readonly Part[]): (name: string) => Uint8Array {
  const model = {
    modelTopology: { node: nodes },
    weightsManifest: [{ paths: ['shard'], weights: parts.map(({ name, shape }) => ({ name, shape, dtype: 'float32' })) }],
  };
  const weights = Float32Array.from(parts.flatMap(({ values }) => values));
  return (name) => (name === 'model.json' ? Buffer.from(JSON.stringify(model)) : new Uint8Array(weights.buffer));
}

test('weights are read one after the other, from all files', () => {
  const { weights } = readGraphModel(
    filesOf(
      [],
      [
        { name: 'a', shape: [2], values: [1, 2] },
        { name: 'b', shape: [1, 2], values: [3, 4] },
      ],
    ),
  );
  expect([...(weights.get('a')?.values ?? [])]).toEqual([1, 2]);
  expect(weights.get('b')).toEqual({ shape: [1, 2], values: Float32Array.of(3, 4) });
});

test('a file that is not a model, and a model with an unknown operation or without its outputs, is refused', () => {
  expect(() => readGraphModel(() => Buffer.from('{"modelTopology":{}}'))).toThrow();
  expect(() => readGraphModel(() => Buffer.from('not JSON'))).toThrow();
  expect(() => convertModel(readGraphModel(filesOf([], [])))).toThrow('The model has no Squeeze.');
  const odd = [node('Squeeze', 'Softmax', 'Preprocessor/sub')];
  expect(() => convertModel(readGraphModel(filesOf(odd, [])))).toThrow('The operation Softmax of Squeeze is not known.');
});
