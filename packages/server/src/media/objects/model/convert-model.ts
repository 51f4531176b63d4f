import { faceInputSize } from '../engine/face-boxes.ts';
import { modelInputSize } from '../engine/ssd-boxes.ts';
import type { GraphModel, GraphNode, Weight } from './graph-model.ts';
import { createOnnxWriter } from './onnx-writer.ts';

/** Name of a converted model's input: a square picture of 8-bit RGB. */
export const pictureInput = 'picture';

/** Which part of a model is converted. */
export interface ModelPart<Output extends string = string> {
  /** Side of the picture, pixels. */
  readonly side: number;
  /** Where the picture enters, with brightness from -1 to 1. */
  readonly input: string;
  /** Names of the converted model's outputs, and what they are called in the model. */
  readonly outputs: Readonly<Record<Output, string>>;
}

/** coco-ssd, up to the decoding of boxes, which needs no neural network. */
export const cocoSsd: ModelPart<'offsets' | 'scores' | 'anchors'> = {
  side: modelInputSize,
  input: 'Preprocessor/sub',
  outputs: { offsets: 'Squeeze', scores: 'Postprocessor/convert_scores', anchors: 'Postprocessor/ExpandDims' },
};

/** BlazeFace, "back" model. It has two layers of anchors. */
export const blazeFace: ModelPart<'scores' | 'scores2' | 'boxes' | 'boxes2'> = {
  side: faceInputSize,
  input: 'input',
  outputs: { scores: 'Identity', scores2: 'Identity_1', boxes: 'Identity_2', boxes2: 'Identity_3' },
};

const fusedConvolution = '_FusedConv2D';

/** Values that the next steps of a convolution multiply by and add, channel by channel. */
interface ChannelStep {
  readonly factor: (channel: number) => number;
  readonly offset: (channel: number) => number;
}

/**
 * Converts a part of a model to ONNX. Convolutions take in the scaling and the offset that follow them.
 * @throws {Error} for another model
 */
export function convertModel({ nodes, weights }: GraphModel, part: ModelPart = cocoSsd): Uint8Array {
  const writer = createOnnxWriter();
  const names = new Map<string, string>();
  const users = new Map<string, GraphNode[]>();
  for (const node of nodes.values()) for (const input of node.inputs) users.set(input, [...(users.get(input) ?? []), node]);
  const zero = writer.floats(Float32Array.of(0), []);
  const six = writer.floats(Float32Array.of(6), []);

  const nodeOf = (name: string): GraphNode => required(nodes.get(name), name);
  const weightOf = (name: string): Weight => required(weights.get(name), name);

  /** Reads what a step after a convolution does, if it does nothing else. */
  const channelStep = (node: GraphNode, from: string, channels: number): ChannelStep | null => {
    const values = weights.get(node.inputs.find((input) => input !== from) ?? '')?.values;
    const byChannel = values?.length === channels ? (channel: number): number => values[channel] ?? 0 : null;
    switch (node.operation) {
      case 'Add':
      case 'BiasAdd':
        return byChannel && { factor: () => 1, offset: byChannel };
      case 'Mul':
        return byChannel && { factor: byChannel, offset: () => 0 };
      case 'FusedBatchNorm': {
        const [scale, shift, mean, variance] = node.inputs.slice(1).map((input) => weightOf(input).values);
        const epsilon = node.float('epsilon') ?? 1e-4;
        const factor = (channel: number): number => (scale?.[channel] ?? 0) / Math.sqrt((variance?.[channel] ?? 0) + epsilon);
        return { factor, offset: (channel) => (shift?.[channel] ?? 0) - (mean?.[channel] ?? 0) * factor(channel) };
      }
      default:
        return null;
    }
  };

  /** Writes a convolution with the steps that follow it; the last one has its value. */
  const convolution = (node: GraphNode): string => {
    const [input = '', filter = ''] = node.inputs;
    const isDepthwise = node.operation === 'DepthwiseConv2dNative';
    const { kernel, dimensions } = toOnnxKernel(weightOf(filter), isDepthwise);
    const channels = required(dimensions[0], filter);
    const perChannel = kernel.length / channels;
    // Some models have the offset and the activation in the operation itself.
    const isFused = node.operation === fusedConvolution;
    const bias = isFused ? Float32Array.from(weightOf(node.inputs[2] ?? '').values) : new Float32Array(channels);
    let last = node;
    while (!isFused) {
      const [next, ...others] = users.get(last.name) ?? [];
      const step = next && others.length === 0 ? channelStep(next, last.name, channels) : null;
      if (!next || !step) break;
      for (let channel = 0; channel < channels; channel++) {
        const factor = step.factor(channel);
        bias[channel] = (bias[channel] ?? 0) * factor + step.offset(channel);
        for (let at = channel * perChannel; at < (channel + 1) * perChannel; at++) kernel[at] = (kernel[at] ?? 0) * factor;
      }
      last = next;
    }
    const [, strideY = 1, strideX = 1] = node.integers('strides');
    const [, dilationY = 1, dilationX = 1] = node.integers('dilations');
    const value = writer.operation(
      'Conv',
      [
        writer.operation('Transpose', [valueOf(input)], { perm: [0, 3, 1, 2] }),
        writer.floats(kernel, dimensions),
        writer.floats(bias, [channels]),
      ],
      {
        strides: [strideY, strideX],
        dilations: [dilationY, dilationX],
        kernel_shape: dimensions.slice(2),
        group: isDepthwise ? channels : 1,
        auto_pad: node.text('padding') === 'SAME' ? 'SAME_UPPER' : 'VALID',
      },
    );
    // onnxruntime cancels the two transpositions between neighbours.
    const convolved = writer.operation('Transpose', [value], { perm: [0, 2, 3, 1] });
    const result = node.texts('fused_ops').includes('Relu') ? writer.operation('Relu', [convolved]) : convolved;
    names.set(last.name, result);
    return last.name;
  };

  const maxPool = (node: GraphNode): string => {
    const pooled = writer.operation('MaxPool', [writer.operation('Transpose', [valueOf(node.inputs[0] ?? '')], { perm: [0, 3, 1, 2] })], {
      kernel_shape: node.integers('ksize').slice(1, 3),
      strides: node.integers('strides').slice(1, 3),
      auto_pad: node.text('padding') === 'SAME' ? 'SAME_UPPER' : 'VALID',
    });
    return writer.operation('Transpose', [pooled], { perm: [0, 2, 3, 1] });
  };

  const operation = (node: GraphNode): string => {
    const { inputs } = node;
    switch (node.operation) {
      case 'Relu6':
        return writer.operation('Clip', [...inputs.map(valueOf), zero, six]);
      case 'Relu':
        return writer.operation('Relu', inputs.map(valueOf));
      case 'Identity':
        return valueOf(inputs[0] ?? '');
      case 'MaxPool':
        return maxPool(node);
      case 'Pad': {
        // Pairs of what is added before and behind.
        const { values } = weightOf(inputs[1] ?? '');
        const [before, behind] = [0, 1].map((side) => [...values].filter((_, index) => index % 2 === side));
        return writer.operation('Pad', [valueOf(inputs[0] ?? ''), writer.integers([...(before ?? []), ...(behind ?? [])])]);
      }
      case 'Add':
      case 'AddV2':
      case 'AddN':
      case 'BiasAdd':
        return writer.operation('Sum', inputs.map(valueOf));
      case 'Mul':
        return writer.operation('Mul', inputs.map(valueOf));
      case 'Sigmoid':
        return writer.operation('Sigmoid', inputs.map(valueOf));
      case 'Squeeze':
        return writer.operation('Squeeze', [valueOf(inputs[0] ?? ''), writer.integers(node.integers('squeeze_dims'))]);
      case 'Reshape':
        return writer.operation('Reshape', [valueOf(inputs[0] ?? ''), writer.integers(shapeOf(inputs[1] ?? ''))]);
      case 'ConcatV2':
        return writer.operation('Concat', inputs.slice(0, -1).map(valueOf), { axis: integerOf(inputs.at(-1) ?? '') });
      default:
        throw new Error(`The operation ${node.operation} of ${node.name} is not known.`);
    }
  };

  const integerOf = (name: string): number => {
    const weight = weights.get(name);
    if (weight) return required(weight.values[0], name);
    // Parts of a shape that are computed: only the number of pictures is, and that is one.
    if (nodeOf(name).operation === 'StridedSlice') return 1;
    throw new Error(`${name} is not a number.`);
  };
  const shapeOf = (name: string): number[] => {
    const weight = weights.get(name);
    return weight ? [...weight.values] : nodeOf(name).inputs.map(integerOf);
  };

  /** Finds the convolution whose steps end with this node. */
  const convolutionBefore = (node: GraphNode): GraphNode | null => {
    if (/^(?:Conv2D|DepthwiseConv2dNative|_FusedConv2D)$/.test(node.operation)) return node;
    if (!/^(Add|Mul|BiasAdd|FusedBatchNorm)$/.test(node.operation)) return null;
    const before = node.inputs.filter((input) => nodes.has(input) && !weights.has(input));
    const [only] = before;
    return before.length === 1 && only !== undefined ? convolutionBefore(nodeOf(only)) : null;
  };

  const valueOf = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const weight = weights.get(name);
    let value: string;
    if (weight) value = writer.floats(Float32Array.from(weight.values), weight.shape);
    else {
      const node = nodeOf(name);
      const start = convolutionBefore(node);
      if (start && convolution(start) !== name) throw new Error(`${name} is used in the middle of a convolution.`);
      value = names.get(name) ?? operation(node);
    }
    names.set(name, value);
    return value;
  };

  const whole = writer.operation('Cast', [pictureInput], { to: 1 });
  // The model takes brightness from -1 to 1.
  const scaled = writer.operation('Mul', [whole, writer.floats(Float32Array.of(2 / 255), [1])]);
  names.set(part.input, writer.operation('Sub', [scaled, writer.floats(Float32Array.of(1), [1])]));
  const outputs = Object.entries(part.outputs).map(([output, name]) => writer.operation('Identity', [valueOf(name)], {}, output));
  return writer.finish({ name: pictureInput, dimensions: [1, part.side, part.side, 3] }, outputs);
}

/** Returns a filter in ONNX's order: output channel, input channel, row, column. */
function toOnnxKernel({ shape, values }: Weight, isDepthwise: boolean): { kernel: Float32Array; dimensions: number[] } {
  const [rows = 0, columns = 0, inputs = 0, outputs = 0] = shape;
  const kernel = new Float32Array(values.length);
  let from = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (let input = 0; input < inputs; input++)
        for (let output = 0; output < outputs; output++) {
          const channel = isDepthwise ? input * outputs + output : output * inputs + input;
          kernel[(channel * rows + row) * columns + column] = values[from] ?? 0;
          from += 1;
        }
  return { kernel, dimensions: isDepthwise ? [inputs * outputs, 1, rows, columns] : [outputs, inputs, rows, columns] };
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The model has no ${name}.`);
  return value;
}
