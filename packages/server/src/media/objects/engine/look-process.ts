import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../../kernel/log.ts';
import { createDecodingProcess } from '../../detection/decoding-process.ts';
import { isHevc } from '../../media-types.ts';
import type { LookRequest } from './object-detector.ts';
import type { ObjectAnswer, ObjectRequest, PictureLook } from './object-messages.ts';

/** Looks at pictures in a separate process. */
export interface LookProcess {
  /** Returns null when the pictures can't be decoded. */
  look(request: LookRequest): Promise<PictureLook | null>;
  close(): void;
}

/** One look at a time is asked for; see `createObjectWatch`. */
const maxPending = 2;
/** The first look waits until the model is loaded, on a small machine. */
const timeoutMs = 20_000;

const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'object-process.ts' : 'object-process.js');

/**
 * @param parameters of the process: what it is used for
 * @param canRestart called when it ends by itself
 */
export function createLookProcess(deps: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly parameters: readonly string[];
  readonly canRestart: (exitCode: number | null) => boolean;
}): LookProcess {
  const worker = createDecodingProcess<ObjectRequest, ObjectAnswer>({ ...deps, name: 'object detection', script, maxPending, timeoutMs });
  return {
    look: async ({ track, ...request }) => {
      const answer = await worker.ask({ ...request, codec: isHevc(track) ? 'hevc' : 'h264', configuration: track.configuration });
      return answer?.look ?? null;
    },
    close: worker.close,
  };
}
