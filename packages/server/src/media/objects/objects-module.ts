import type { Clock } from '@watchpost/contract/timing/clock';
import type { ServerConfig } from '../../kernel/config.ts';
import { newId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createCpuBudget } from './cpu-budget.ts';
import { createForkedDetector } from './engine/forked-detector.ts';
import { modelFolderOf } from './model/object-model.ts';
import { createObjectWatch, type ObjectWatch } from './object-watch.ts';
import type { Detection } from './tracking/object-rules.ts';

interface ObjectsModule extends ServerModule {
  readonly objects: ObjectWatch;
}

/** Recognises people, vehicles and animals where something moves. */
export function createObjectsModule(deps: {
  readonly config: Pick<ServerConfig, 'dataDir' | 'detectionCpu'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: StreamRegistry;
  readonly onDetection: (detection: Detection) => void;
}): ObjectsModule {
  const { config, clock, log, streams, onDetection } = deps;
  const objects = createObjectWatch({
    streams,
    detector: createForkedDetector({ clock, log, modelFolder: modelFolderOf(config.dataDir) }),
    budget: createCpuBudget({ clock, share: config.detectionCpu }),
    clock,
    log,
    newId: () => newId('evt'),
    onDetection,
  });
  return {
    name: 'objects',
    objects,
    // Ends current detections as events first.
    stop: async () => objects.close(),
    cameraHooks: { stop: async (cameraId) => objects.forget(cameraId) },
  };
}
