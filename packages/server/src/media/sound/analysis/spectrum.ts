/** Finds how the power of a sound is spread over its frequencies. */
interface Spectrum {
  /** Number of samples that a window takes. */
  readonly size: number;
  /** Distance of two neighbouring frequencies, Hz. */
  readonly binHz: number;
  /**
   * Returns the power of each frequency of a window, from 0 Hz up; a sine of amplitude 1 has about 1 in all of its bins together.
   * The same array is returned each time.
   * @param samples of which `size` from `start` on are used, -1 to 1
   */
  powers(samples: Float32Array, start: number): Float32Array;
}

/** The length of a window: beeps of 100 ms and their pauses must not blur, ms. */
const windowMs = 32;

/** Computes a fast Fourier transform (Cooley and Tukey) of windows after Hann. */
export function createSpectrum(sampleRate: number): Spectrum {
  const bits = Math.max(5, Math.round(Math.log2((sampleRate * windowMs) / 1000)));
  const size = 2 ** bits;
  const window = Float32Array.from({ length: size }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size));
  const order = Uint16Array.from({ length: size }, (_, index) => reversed(index, bits));
  const cosine = Float32Array.from({ length: size / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / size));
  const sine = Float32Array.from({ length: size / 2 }, (_, index) => -Math.sin((2 * Math.PI * index) / size));
  const real = new Float32Array(size);
  const imaginary = new Float32Array(size);
  const powers = new Float32Array(size / 2);
  // A window after Hann keeps 3/8 of the power, and half of a sine's lies at negative frequencies.
  const scale = 4 / ((3 / 8) * size * size);

  return {
    size,
    binHz: sampleRate / size,
    powers: (samples, start) => {
      for (let index = 0; index < size; index++) {
        const from = order[index] ?? 0;
        real[index] = (samples[start + from] ?? 0) * (window[from] ?? 0);
      }
      imaginary.fill(0);
      for (let half = 1; half < size; half *= 2) {
        const step = size / (2 * half);
        for (let begin = 0; begin < size; begin += 2 * half)
          for (let index = 0; index < half; index++) {
            const [a, b] = [begin + index, begin + index + half];
            const [turnReal, turnImaginary] = [cosine[index * step] ?? 0, sine[index * step] ?? 0];
            const [bReal, bImaginary] = [real[b] ?? 0, imaginary[b] ?? 0];
            const oddReal = bReal * turnReal - bImaginary * turnImaginary;
            const oddImaginary = bReal * turnImaginary + bImaginary * turnReal;
            real[b] = (real[a] ?? 0) - oddReal;
            imaginary[b] = (imaginary[a] ?? 0) - oddImaginary;
            real[a] = (real[a] ?? 0) + oddReal;
            imaginary[a] = (imaginary[a] ?? 0) + oddImaginary;
          }
      }
      for (let bin = 0; bin < powers.length; bin++) powers[bin] = ((real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2) * scale;
      return powers;
    },
  };
}

function reversed(index: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) if ((index >> bit) & 1) result |= 1 << (bits - 1 - bit);
  return result;
}
