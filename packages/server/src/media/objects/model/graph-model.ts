import { z } from 'zod';

/** A graph model of TensorFlow.js, as packages carry it: operations in JSON, weights in several files. */
export interface GraphModel {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly weights: ReadonlyMap<string, Weight>;
}
export interface GraphNode {
  readonly name: string;
  readonly operation: string;
  readonly inputs: readonly string[];
  /** List of integers; empty when missing. */
  integers(attribute: string): readonly number[];
  /** List of texts; empty when missing. */
  texts(attribute: string): readonly string[];
  /** Text; null when missing. */
  text(attribute: string): string | null;
  /** Number; null when missing. */
  float(attribute: string): number | null;
}
export interface Weight {
  readonly shape: readonly number[];
  readonly values: Float32Array | Int32Array;
}

const text = z.union([z.string(), z.array(z.number())]);
const attribute = z.object({
  list: z.object({ i: z.array(z.coerce.number()).optional(), s: z.array(text).optional() }).optional(),
  s: text.optional(),
  f: z.number().optional(),
});
const modelFile = z.object({
  modelTopology: z.object({
    node: z.array(
      z.object({
        name: z.string(),
        op: z.string(),
        input: z.array(z.string()).default([]),
        attr: z.record(z.string(), attribute).default({}),
      }),
    ),
  }),
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(z.object({ name: z.string(), shape: z.array(z.int()), dtype: z.enum(['float32', 'int32']) })),
    }),
  ),
});

/**
 * Reads a graph model.
 * @param readFile reads a file beside the model
 * @param file name of its operations
 * @throws {Error} for a file that is not one
 */
export function readGraphModel(readFile: (name: string) => Uint8Array, file = 'model.json'): GraphModel {
  const { modelTopology, weightsManifest } = modelFile.parse(JSON.parse(new TextDecoder().decode(readFile(file))));
  const nodes = new Map(
    modelTopology.node.map(({ name, op, input, attr }): [string, GraphNode] => [
      name,
      {
        name,
        operation: op,
        inputs: input.map(nameOf),
        integers: (key) => attr[key]?.list?.i ?? [],
        texts: (key) => attr[key]?.list?.s?.map(textOf) ?? [],
        text: (key) => optionalTextOf(attr[key]?.s),
        float: (key) => attr[key]?.f ?? null,
      },
    ]),
  );
  const weights = new Map<string, Weight>();
  for (const { paths, weights: parts } of weightsManifest) {
    const bytes = Buffer.concat(paths.map(readFile));
    let at = 0;
    for (const { name, shape, dtype } of parts) {
      const count = shape.reduce((product, size) => product * size, 1);
      const values = dtype === 'float32' ? new Float32Array(count) : new Int32Array(count);
      for (let index = 0; index < count; index++)
        values[index] = dtype === 'float32' ? bytes.readFloatLE(at + index * 4) : bytes.readInt32LE(at + index * 4);
      at += count * 4;
      weights.set(name, { shape, values });
    }
  }
  return { nodes, weights };
}

/** Names of inputs may have the number of an output, and a mark of those that are only waited for. */
function nameOf(input: string): string {
  return input.replace(/^\^/, '').split(':')[0] ?? input;
}

function optionalTextOf(value: string | readonly number[] | undefined): string | null {
  return value === undefined ? null : textOf(value);
}

/** Text is stored as its bytes or in base64. */
function textOf(value: string | readonly number[]): string {
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString() : String.fromCharCode(...value);
}
