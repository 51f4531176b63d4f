import type { PlugInDetectionType } from '@watchpost/contract/protocols/detection';
import type { DetectionEngine } from '@watchpost/contract/schemas/smart-events';

/** Says what can be found beside objects, and whether that works. */
export interface FindingsSource {
  finds(): readonly PlugInDetectionType[];
  engineOf(type: PlugInDetectionType): DetectionEngine;
}

/** The server itself finds faces, once its operator has installed the model. */
export function createOwnFindings({
  engine,
  hasFaceModel,
}: {
  readonly engine: () => DetectionEngine;
  readonly hasFaceModel: () => boolean;
}): FindingsSource {
  return {
    finds: () => (hasFaceModel() ? ['face'] : []),
    engineOf: (type) => (type === 'face' ? engine() : { state: 'unavailable', reason: 'model-missing' }),
  };
}
