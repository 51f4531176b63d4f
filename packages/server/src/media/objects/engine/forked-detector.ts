import { join } from 'node:path';
import type { DetectionEngine } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../../kernel/log.ts';
import { createDecodingProcess } from '../../detection/decoding-process.ts';
import { isHevc } from '../../media-types.ts';
import { findPackage } from '../model/model-package.ts';
import { hasModel } from '../model/object-model.ts';
import type { ObjectDetector } from './object-detector.ts';
import { exitWithoutDecoder, exitWithoutRuntime, exitWithoutModel, type ObjectAnswer, type ObjectRequest } from './object-messages.ts';

/** One look at a time is asked for; see `createObjectWatch`. */
const maxPending = 2;
/** The first look waits until the model is loaded, on a small machine. */
const timeoutMs = 20_000;

const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'object-process.ts' : 'object-process.js');

/** @param modelFolder where models are installed */
export function createForkedDetector(deps: { readonly clock: Clock; readonly log: Logger; readonly modelFolder: string }): ObjectDetector {
  const { clock, log, modelFolder } = deps;
  const hasRuntime = findPackage('onnxruntime-node') !== null;
  let failure: DetectionEngine | null = null;
  const fail = (reason: 'not-installed' | 'failed'): false => {
    failure = { state: 'unavailable', reason };
    log.warn({ reason }, 'Objects are not recognised: the process for it does not start');
    return false;
  };
  const worker = createDecodingProcess<ObjectRequest, ObjectAnswer>({
    clock,
    log,
    name: 'object detection',
    script,
    parameters: [modelFolder],
    maxPending,
    timeoutMs,
    canRestart: (code) => {
      if (code === exitWithoutDecoder || code === exitWithoutRuntime) return fail('not-installed');
      return code === exitWithoutModel ? fail('failed') : true;
    },
  });
  return {
    look: async ({ track, ...request }) => {
      const answer = await worker.ask({ ...request, codec: isHevc(track) ? 'hevc' : 'h264', configuration: track.configuration });
      return answer?.look ?? null;
    },
    engine: () => {
      if (failure) return failure;
      if (!hasRuntime) return { state: 'unavailable', reason: 'not-installed' };
      return hasModel(modelFolder) ? { state: 'ready' } : { state: 'unavailable', reason: 'model-missing' };
    },
    close: worker.close,
  };
}
