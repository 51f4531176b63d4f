import { concatBytes } from '@watchpost/mp4';

/** Writes a graph in the format of ONNX: Protocol Buffers, version 8 of the format, operators of version 18. */
export interface OnnxWriter {
  /** Adds constant numbers; returns their name. */
  floats(values: Float32Array, dimensions: readonly number[]): string;
  integers(values: readonly number[]): string;
  /** Adds an operation; returns the name of its output. */
  operation(type: string, inputs: readonly string[], attributes?: Readonly<Record<string, OnnxAttribute>>, output?: string): string;
  /** @param input 8-bit numbers of these dimensions */
  finish(input: { readonly name: string; readonly dimensions: readonly number[] }, outputs: readonly string[]): Uint8Array;
}

/** An integer, several, or text. */
type OnnxAttribute = number | readonly number[] | string;

const irVersion = 8;
const operatorVersion = 18;
const elementType = { float32: 1, uint8: 2, int64: 7 } as const;
const attributeType = { integer: 2, text: 3, integers: 7 } as const;

const encoder = new TextEncoder();

/** Protocol Buffers: an unsigned number of variable length. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.from([...bytes, rest]);
}
function numberField(field: number, value: number): Uint8Array {
  return concatBytes([varint(field * 8), varint(value)]);
}
function bytesField(field: number, value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === 'string' ? encoder.encode(value) : value;
  return concatBytes([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

function tensor(name: string, type: number, dimensions: readonly number[], raw: Uint8Array): Uint8Array {
  return concatBytes([...dimensions.map((size) => numberField(1, size)), numberField(2, type), bytesField(8, name), bytesField(9, raw)]);
}
function attribute(name: string, value: OnnxAttribute): Uint8Array {
  if (typeof value === 'string') return concatBytes([bytesField(1, name), bytesField(4, value), numberField(20, attributeType.text)]);
  if (typeof value === 'number') return concatBytes([bytesField(1, name), numberField(3, value), numberField(20, attributeType.integer)]);
  return concatBytes([bytesField(1, name), ...value.map((one) => numberField(8, one)), numberField(20, attributeType.integers)]);
}
/** Declares an input or an output. */
function valueInfo(name: string, type: number, dimensions: readonly number[] | null): Uint8Array {
  const shape = dimensions && bytesField(2, concatBytes(dimensions.map((size) => bytesField(1, numberField(1, size)))));
  return concatBytes([bytesField(1, name), bytesField(2, bytesField(1, concatBytes([numberField(1, type), ...(shape ? [shape] : [])])))]);
}

export function createOnnxWriter(): OnnxWriter {
  const nodes: Uint8Array[] = [];
  const constants: Uint8Array[] = [];
  let lastId = 0;
  const newName = (): string => `v${(lastId += 1)}`;
  const constant = (type: number, dimensions: readonly number[], raw: Uint8Array): string => {
    const name = newName();
    constants.push(bytesField(5, tensor(name, type, dimensions, raw)));
    return name;
  };

  return {
    floats: (values, dimensions) =>
      constant(
        elementType.float32,
        dimensions,
        littleEndian(values.length, 4, (view, index) => view.setFloat32(index * 4, values[index] ?? 0, true)),
      ),
    integers: (values) =>
      constant(
        elementType.int64,
        [values.length],
        littleEndian(values.length, 8, (view, index) => view.setBigInt64(index * 8, BigInt(values[index] ?? 0), true)),
      ),
    operation: (type, inputs, attributes = {}, output = newName()) => {
      const parts = [
        ...inputs.map((name) => bytesField(1, name)),
        bytesField(2, output),
        bytesField(4, type),
        ...Object.entries(attributes).map(([name, value]) => bytesField(5, attribute(name, value))),
      ];
      nodes.push(bytesField(1, concatBytes(parts)));
      return output;
    },
    finish: ({ name, dimensions }, outputs) => {
      const graph = concatBytes([
        ...nodes,
        bytesField(2, 'detector'),
        ...constants,
        bytesField(11, valueInfo(name, elementType.uint8, dimensions)),
        ...outputs.map((output) => bytesField(12, valueInfo(output, elementType.float32, null))),
      ]);
      const operators = concatBytes([bytesField(1, ''), numberField(2, operatorVersion)]);
      return concatBytes([numberField(1, irVersion), bytesField(8, operators), bytesField(7, graph)]);
    },
  };
}

function littleEndian(count: number, size: number, write: (view: DataView, index: number) => void): Uint8Array {
  const bytes = new Uint8Array(count * size);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < count; index++) write(view, index);
  return bytes;
}
