/** Sample rate of G.711, which phones send if they can't encode AAC, Hz: enough for the consonants of speech. */
export const plainSoundRate = 16_000;

const bias = 0x84;
const loudest = 32_635;

/** Encodes samples of -1 to 1 as G.711 µ-law (ITU-T G.711), one byte each. */
export function encodeMuLaw(samples: Float32Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(samples, (sample) => {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * 32_768);
    const magnitude = Math.min(loudest, Math.abs(value)) + bias;
    const exponent = Math.max(0, Math.floor(Math.log2(magnitude)) - 7);
    const mantissa = (magnitude >> (exponent + 3)) & 15;
    return ~((value < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
  });
}

/** Half of the filter's length, in samples of the slower rate. */
const reach = 8;

/**
 * Resamples audio to a lower rate, and removes frequencies above that rate's limit (a windowed sinc).
 * @param from Hz @param to Hz, at most `from`
 * @returns a function that accepts a piece of any length and returns the samples that it completes
 */
export function createResampler(from: number, to: number): (piece: Float32Array) => Float32Array {
  if (from === to) return (piece) => piece;
  const ratio = from / to;
  const half = Math.ceil(reach * ratio);
  let kept = new Float32Array(half);
  /** Position of the next output sample in the buffered input. */
  let at = half;
  return (piece) => {
    const input = new Float32Array(kept.length + piece.length);
    input.set(kept);
    input.set(piece, kept.length);
    const output: number[] = [];
    for (; at + half < input.length; at += ratio) output.push(sampleAt(input, at, ratio, half));
    const drop = Math.max(0, Math.floor(at) - half);
    kept = input.slice(drop);
    at -= drop;
    return Float32Array.from(output);
  };
}

function sampleAt(input: Float32Array, at: number, ratio: number, half: number): number {
  let sum = 0;
  let weights = 0;
  for (let index = Math.ceil(at - half); index <= at + half; index += 1) {
    const distance = (index - at) / ratio;
    // The cutoff is slightly below the limit, because the filter has a slope.
    const phase = Math.PI * distance * 0.9;
    const weight = (phase === 0 ? 1 : Math.sin(phase) / phase) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach));
    sum += weight * (input[index] ?? 0);
    weights += weight;
  }
  return sum / weights;
}
