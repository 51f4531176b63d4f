import type { DetectionEngine } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../../kernel/log.ts';
import { findPackage } from '../model/model-package.ts';
import { hasModel } from '../model/object-model.ts';
import { createLookProcess } from './look-process.ts';
import type { ObjectDetector } from './object-detector.ts';
import { exitWithoutDecoder, exitWithoutRuntime, exitWithoutModel, withModel } from './object-messages.ts';

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
  const process = createLookProcess({
    clock,
    log,
    parameters: [withModel, modelFolder],
    canRestart: (code) => {
      if (code === exitWithoutDecoder || code === exitWithoutRuntime) return fail('not-installed');
      return code === exitWithoutModel ? fail('failed') : true;
    },
  });
  return {
    look: process.look,
    engine: () => {
      if (failure) return failure;
      if (!hasRuntime) return { state: 'unavailable', reason: 'not-installed' };
      return hasModel(modelFolder) ? { state: 'ready' } : { state: 'unavailable', reason: 'model-missing' };
    },
    close: process.close,
  };
}
