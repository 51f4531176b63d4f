import type { DetectionEngine } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../../kernel/log.ts';
import type { DetectorSettings } from '../../../kernel/settings/detector-settings.ts';
import { createLookProcess, type LookProcess } from '../engine/look-process.ts';
import type { Look, ObjectDetector } from '../engine/object-detector.ts';
import { exitWithoutDecoder, withPictures } from '../engine/object-messages.ts';
import { findPackage } from '../model/model-package.ts';
import { objectsIn } from './detector-answer.ts';
import { createDetectorCircuit } from './detector-circuit.ts';
import { createDetectorClient, type DetectorClient } from './detector-client.ts';

interface PlugInDetectorDeps {
  readonly settings: DetectorSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: () => number;
  /** For tests. */
  readonly process?: LookProcess;
  /** HTTP to the configured address by default. */
  readonly client?: DetectorClient;
}

/** Has objects found by the operator's own detector. Where something moves is still decided here, so that it is asked only then. */
export function createPlugInDetector(deps: PlugInDetectorDeps): ObjectDetector {
  const { settings, clock, log, random, client = createDetectorClient({ settings, clock }) } = deps;
  let canDecode = deps.process !== undefined || findPackage('node-av') !== null;
  const canRestart = (code: number | null): boolean => {
    canDecode &&= code !== exitWithoutDecoder;
    return canDecode;
  };
  const { process = createLookProcess({ clock, log, parameters: [withPictures], canRestart }) } = deps;
  const circuit = createDetectorCircuit({ clock, random });

  return {
    look: async (request) => {
      if (!circuit.isClosed()) return unseen(request.pictures.at(-1)?.at);
      // Whether it works is known soon after the start and after a failure, even where nothing moves.
      const look = await process.look({ ...request, isForced: request.isForced || circuit.isOnTrial() });
      if (!look?.jpeg) return look;
      const answer = await client.see(look.jpeg.data);
      const wasFailing = circuit.failing() !== null;
      if (answer.isOk) {
        circuit.succeed();
        if (wasFailing) log.info('The detector works again');
        return { ...look, objects: objectsIn(answer.predictions, look.jpeg) };
      }
      circuit.fail(answer.failure);
      if (!wasFailing && circuit.failing()) log.warn({ reason: answer.failure }, 'The detector of WATCHPOST_DETECTOR_URL fails; retrying');
      return look;
    },
    engine: (): DetectionEngine => {
      if (!canDecode) return { state: 'unavailable', reason: 'no-decoder' };
      const failing = circuit.failing();
      return failing ? { state: 'failing', ...failing } : { state: 'ready' };
    },
    close: () => {
      client.close();
      process.close();
    },
  };
}

/** What was detected ends in time, although the detector is not asked. */
function unseen(at: number | undefined): Look | null {
  return at === undefined ? null : { at, moving: [], objects: [], cpuMs: 0, isContinuable: false };
}
