import type { Sample } from '../media-types.ts';

/** Holds the last seconds of a stream in whole groups of pictures, within a memory limit. */
export interface PreRoll {
  add(sample: Sample): void;
  /**
   * Removes and returns everything from the last key frame at or before a time on, or all there is.
   * @param at Unix ms
   */
  takeFrom(at: number): Sample[];
  clear(): void;
  /** Drops the audio, and keeps the pictures. */
  clearAudio(): void;
  readonly bytes: number;
}

interface Group {
  readonly startMs: number;
  samples: Sample[];
  bytes: number;
}

/**
 * Creates an empty pre-roll.
 * @param options `length`: minimum duration to hold as far as the bytes allow, ms
 */
export function createPreRoll({ length, maximumBytes }: { readonly length: number; readonly maximumBytes: number }): PreRoll {
  let groups: Group[] = [];
  let bytes = 0;

  const clear = (): void => {
    groups = [];
    bytes = 0;
  };
  const dropOldest = (): void => {
    bytes -= groups.shift()?.bytes ?? 0;
  };

  return {
    get bytes() {
      return bytes;
    },
    add: (sample) => {
      if (sample.kind === 'video' && sample.keyFrame) {
        const startMs = sample.decodeTime / 90;
        groups.push({ startMs, samples: [], bytes: 0 });
        while ((groups[1]?.startMs ?? Number.POSITIVE_INFINITY) <= startMs - length) dropOldest();
      }
      const running = groups.at(-1);
      if (!running) return;
      running.samples.push(sample);
      running.bytes += sample.data.byteLength;
      bytes += sample.data.byteLength;
      // A single group beyond the limit is dropped as well: nothing is held until the next key frame.
      while (bytes > maximumBytes && groups.length > 0) dropOldest();
    },
    takeFrom: (at) => {
      const first = Math.max(
        0,
        groups.findLastIndex(({ startMs }) => startMs <= at),
      );
      const samples = groups.slice(first).flatMap((group) => group.samples);
      clear();
      return samples;
    },
    clear,
    clearAudio: () => {
      bytes = 0;
      for (const group of groups) {
        group.samples = group.samples.filter(({ kind }) => kind === 'video');
        group.bytes = group.samples.reduce((sum, { data }) => sum + data.byteLength, 0);
        bytes += group.bytes;
      }
    },
  };
}
