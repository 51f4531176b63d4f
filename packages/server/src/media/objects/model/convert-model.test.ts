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

test('operations of BlazeFace are converted: an activation within a convolution, padding, pooling', () => {
  const list = (...i: number[]) => ({ list: { i } });
  const text = (value: string) => ({ s: Buffer.from(value).toString('base64') });
  const convolution = {
    ...node('conv', '_FusedConv2D', 'input', 'filter', 'bias'),
    attr: {
      strides: list(1, 1, 1, 1),
      dilations: list(1, 1, 1, 1),
      padding: text('SAME'),
      fused_ops: { list: { s: ['BiasAdd', 'Relu'].map((name) => Buffer.from(name).toString('base64')) } },
    },
  };
  const pool = { ...node('pool', 'MaxPool', 'conv'), attr: { ksize: list(1, 2, 2, 1), strides: list(1, 2, 2, 1), padding: text('SAME') } };
  const nodes = [node('input', 'Placeholder'), convolution, pool, node('pad', 'Pad', 'pool', 'pads'), node('sum', 'AddV2', 'pad', 'pad')];
  const parts = [
    { name: 'filter', shape: [1, 1, 3, 1], values: [1, 2, 3] },
    { name: 'bias', shape: [1], values: [7] },
    { name: 'pads', shape: [4, 2], values: [0, 0, 0, 0, 0, 0, 0, 2] },
  ];
  const part = { side: 4, input: 'input', outputs: { boxes: 'Identity' } };
  const model = readGraphModel(filesOf([...nodes, node('relu', 'Relu', 'sum'), node('Identity', 'Identity', 'relu')], parts), 'model.json');
  const onnx = Buffer.from(convertModel(model, part));
  for (const word of ['Conv', 'Relu', 'MaxPool', 'Pad', 'Sum', 'SAME_UPPER', 'boxes']) expect(onnx.includes(word), word).toBe(true);
  // The offset of the convolution.
  expect(onnx.includes(Buffer.from(Float32Array.of(7).buffer))).toBe(true);
});

test('a file that is not a model, and a model with an unknown operation or without its outputs, is refused', () => {
  expect(() => readGraphModel(() => Buffer.from('{"modelTopology":{}}'))).toThrow();
  expect(() => readGraphModel(() => Buffer.from('not JSON'))).toThrow();
  expect(() => convertModel(readGraphModel(filesOf([], [])))).toThrow('The model has no Squeeze.');
  const odd = [node('Squeeze', 'Softmax', 'Preprocessor/sub')];
  expect(() => convertModel(readGraphModel(filesOf(odd, [])))).toThrow('The operation Softmax of Squeeze is not known.');
});
