/** Keeps the last seconds of a camera's sound for a detector outside. */
export interface SoundWindow {
  /** @param samples mono, -1 to 1 */
  add(samples: Float32Array): void;
  /** Returns the last seconds as WAV (16 kHz, 16 bits, one channel) once enough of them are new; null when it is too early or quiet. */
  take(): Uint8Array | null;
}

const windowRate = 16_000;
/** How long a window is, and how much of it is new: glass that breaks between two of them is whole in the next. */
const windowSamples = 3 * windowRate;
export const newWindowMs = 2000;
const newSamples = (newWindowMs * windowRate) / 1000;
/** Nothing that matters is this faint, of full scale: -54 dB. */
const minPeak = 0.002 * 32_767;
const headerBytes = 44;

export function createSoundWindow(sampleRate: number): SoundWindow {
  const ring = new Int16Array(windowSamples);
  const step = sampleRate / windowRate;
  let written = 0;
  let fresh = 0;
  /** Position of the next sample in what is added next, in its samples; below 0 between two pieces. */
  let position = 0;
  let last = 0;

  const put = (value: number): void => {
    ring[written % windowSamples] = Math.round(Math.max(-1, Math.min(1, value)) * 32_767);
    written += 1;
    fresh += 1;
  };
  return {
    add: (samples) => {
      const at = (index: number): number => (index < 0 ? last : (samples[index] ?? 0));
      for (; position < samples.length - 1; position += step) {
        // Averaging is filter enough: detectors learn from worse microphones.
        const first = Math.floor(position);
        const count = Math.max(1, Math.floor(step));
        if (count > 1) {
          let sum = 0;
          for (let index = 0; index < count; index++) sum += at(Math.min(samples.length - 1, first + index));
          put(sum / count);
        } else put(at(first) + (at(first + 1) - at(first)) * (position - first));
      }
      position -= samples.length;
      last = samples.at(-1) ?? last;
    },
    take: () => {
      if (fresh < newSamples) return null;
      fresh = 0;
      const count = Math.min(written, windowSamples);
      const ordered = Int16Array.from({ length: count }, (_, index) => ring[(written - count + index) % windowSamples] ?? 0);
      return ordered.some((value) => Math.abs(value) >= minPeak) ? wavOf(ordered) : null;
    },
  };
}

/** Writes samples as a WAV file. */
function wavOf(samples: Int16Array): Uint8Array {
  const bytes = Buffer.alloc(headerBytes + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  // PCM, one channel.
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(windowRate, 24);
  bytes.writeUInt32LE(windowRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, headerBytes + index * 2);
  return bytes;
}
