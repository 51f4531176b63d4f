import type { Clock } from '@watchpost/contract/timing/clock';
import type { ServerConfig } from '../../kernel/config.ts';
import { newId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { CameraControl } from '../control/camera-control.ts';
import { createAgentLooks } from './agent-looks.ts';
import { createCpuBudget } from './cpu-budget.ts';
import { takeTurns } from './drafts/look-turns.ts';
import { createObjectDrafts, type ObjectDrafts } from './drafts/object-drafts.ts';
import { createForkedDetector } from './engine/forked-detector.ts';
import { hasFaceModel, modelFolderOf } from './model/object-model.ts';
import { createOwnFindings, type FindingsSource } from './own-findings.ts';
import { createPlugInDetector, type PlugInDetector } from './plug-in/plug-in-detector.ts';
import { createObjectWatch, type ObjectWatch } from './object-watch.ts';
import type { Detection } from './tracking/object-rules.ts';

interface ObjectsModule extends ServerModule {
  readonly objects: ObjectWatch;
  readonly drafts: ObjectDrafts;
  /** The operator's own detector; null for none. */
  readonly plugIn: PlugInDetector | null;
  /** What is found beside objects, by it or by the server. */
  readonly findings: FindingsSource;
}

/** What tests of unsaved settings may take beside the cameras' detections, of the operator's limit. */
const draftShare = 0.5;

/** Recognises people, vehicles and animals where something moves. */
export function createObjectsModule(deps: {
  readonly config: Pick<ServerConfig, 'dataDir' | 'detectionCpu' | 'detector'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: StreamRegistry;
  readonly control: Pick<CameraControl, 'send' | 'report'>;
  readonly onDetection: (detection: Detection) => void;
}): ObjectsModule {
  const { config, clock, log, streams, control, onDetection } = deps;
  const plugIn = config.detector && createPlugInDetector({ settings: config.detector, clock, log, random: Math.random });
  const engine = plugIn ?? createForkedDetector({ clock, log, modelFolder: modelFolderOf(config.dataDir) });
  const look = takeTurns(engine.look);
  const detector = { ...engine, look };
  // The operator's own detector finds what agents don't.
  const agents = plugIn ? null : createAgentLooks({ control });
  const drafts = createObjectDrafts({
    streams,
    detector,
    budget: createCpuBudget({
      clock,
      get share() {
        return config.detectionCpu * draftShare;
      },
    }),
    clock,
  });
  const objects = createObjectWatch({
    streams,
    detector: agents
      ? { ...detector, look: (request) => (agents.serves(request.cameraId) ? agents : detector).look(request), isElsewhere: agents.serves }
      : detector,
    budget: createCpuBudget({
      clock,
      get share() {
        return config.detectionCpu;
      },
    }),
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
    findings: plugIn ?? createOwnFindings({ engine: engine.engine, hasFaceModel: () => hasFaceModel(modelFolderOf(config.dataDir)) }),
    // Ends current detections as events first.
    stop: async () => objects.close(),
    cameraHooks: { stop: async (cameraId) => objects.forget(cameraId) },
  };
}
