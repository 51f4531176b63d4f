import type { Clock } from '@watchpost/contract/timing/clock';
import { newId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createCpuBudget } from '../objects/cpu-budget.ts';
import type { PlugInDetector } from '../objects/plug-in/plug-in-detector.ts';
import type { Detection } from '../objects/tracking/object-rules.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createSoundListener } from './sound-listener.ts';
import { createSoundWatch, type SoundWatch } from './sound-watch.ts';

/** Processor time that the analysis of sound may take, as a share of one core: enough for some 30 cameras. */
const cpuShare = 0.3;

/** Hears loud noise and alarms in the sound of cameras. */
export function createSoundModule(deps: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: StreamRegistry;
  /** The operator's own detector, which may hear more; null for none. */
  readonly plugIn: Pick<PlugInDetector, 'hear'> | null;
  readonly onDetection: (detection: Detection) => void;
}): ServerModule & { readonly sounds: SoundWatch } {
  const { clock, log, streams, plugIn, onDetection } = deps;
  const sounds = createSoundWatch({
    streams,
    listener: createSoundListener({ clock, log }),
    budget: createCpuBudget({ clock, share: cpuShare }),
    hear: plugIn?.hear ?? null,
    newId: () => newId('evt'),
    onDetection,
  });
  return {
    name: 'sounds',
    sounds,
    // Ends current detections as events first.
    stop: async () => sounds.close(),
    cameraHooks: { stop: async (cameraId) => sounds.forget(cameraId) },
  };
}
