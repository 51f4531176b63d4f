import type { Clock } from '@watchpost/contract/timing/clock';
import type { ServerConfig } from '../../kernel/config.ts';
import { newId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createCpuBudget } from './cpu-budget.ts';
import { takeTurns } from './drafts/look-turns.ts';
import { createObjectDrafts, type ObjectDrafts } from './drafts/object-drafts.ts';
import { createForkedDetector } from './engine/forked-detector.ts';
import { modelFolderOf } from './model/object-model.ts';
import { createPlugInDetector, type PlugInDetector } from './plug-in/plug-in-detector.ts';
import { createObjectWatch, type ObjectWatch } from './object-watch.ts';
import type { Detection } from './tracking/object-rules.ts';

interface ObjectsModule extends ServerModule {
  readonly objects: ObjectWatch;
  readonly drafts: ObjectDrafts;
  /** The operator's own detector; null for none. */
  readonly plugIn: PlugInDetector | null;
}

/** What tests of unsaved settings may take beside the cameras' detections, of the operator's limit. */
const draftShare = 0.5;

/** Recognises people, vehicles and animals where something moves. */
export function createObjectsModule(deps: {
  readonly config: Pick<ServerConfig, 'dataDir' | 'detectionCpu' | 'detector'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: StreamRegistry;
  readonly onDetection: (detection: Detection) => void;
}): ObjectsModule {
  const { config, clock, log, streams, onDetection } = deps;
  const plugIn = config.detector && createPlugInDetector({ settings: config.detector, clock, log, random: Math.random });
  const engine = plugIn ?? createForkedDetector({ clock, log, modelFolder: modelFolderOf(config.dataDir) });
  const detector = { ...engine, look: takeTurns(engine.look) };
  const drafts = createObjectDrafts({
    streams,
    detector,
    budget: createCpuBudget({ clock, share: config.detectionCpu * draftShare }),
    clock,
  });
  const objects = createObjectWatch({
    streams,
    detector,
    budget: createCpuBudget({ clock, share: config.detectionCpu }),
    clock,
    log,
    newId: () => newId('evt'),
    onDetection,
  });
  return {
    name: 'objects',
    objects,
    drafts,
    plugIn,
    // Ends current detections as events first.
    stop: async () => objects.close(),
    cameraHooks: { stop: async (cameraId) => objects.forget(cameraId) },
  };
}
