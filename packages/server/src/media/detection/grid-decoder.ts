import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { isHevc, type VideoTrack } from '../media-types.ts';
import { exitWithoutDecoder, type GridAnswer, type GridRequest } from './grid-messages.ts';
import { createDecodingProcess } from './decoding-process.ts';

/** Decodes key frames into grids one after the other, in a separate process. */
export interface GridDecoder {
  /** Returns null when the picture can't be decoded, or when too many are waiting: motion is then detected in the next one. */
  decode(track: VideoTrack, data: Uint8Array): Promise<Uint8Array | null>;
  close(): void;
}

/** Maximum number of waiting cameras; each has at most one picture here. */
const maxPending = 200;
const timeoutMs = 5000;

const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'grid-process.ts' : 'grid-process.js');

/** Whether pictures can be decoded is known once the first was. */
export function createGridDecoder({ clock, log }: { clock: Clock; log: Logger }): GridDecoder & { isAvailable(): boolean } {
  let isAvailable = true;
  const worker = createDecodingProcess<GridRequest, GridAnswer>({
    clock,
    log,
    name: 'motion detection',
    script,
    maxPending,
    timeoutMs,
    canRestart: (code) => {
      if (code !== exitWithoutDecoder) return true;
      isAvailable = false;
      log.warn('There is no motion detection: the optional package node-av is not installed');
      return false;
    },
  });
  return {
    decode: async (track, data) => {
      const codec = isHevc(track) ? 'hevc' : 'h264';
      const answer = await worker.ask({ codec, configuration: track.configuration, data });
      return answer?.grid ?? null;
    },
    isAvailable: () => isAvailable,
    close: worker.close,
  };
}
