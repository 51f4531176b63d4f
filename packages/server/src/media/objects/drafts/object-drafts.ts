import type { DetectionReplayMessage } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { StreamRegistry } from '../../stream/stream-registry.ts';
import type { CpuBudget } from '../cpu-budget.ts';
import type { ObjectDetector } from '../engine/object-detector.ts';
import { replayDetection, type DetectionReplayDeps } from './detection-replay.ts';
import { startDetectionTest, type DetectionTestDeps } from './detection-test.ts';

/** Tries unsaved settings of detections: on the live picture, or on recordings. Nothing of it becomes an event. */
export interface ObjectDrafts {
  /** @returns what ends the test */
  test(request: Pick<DetectionTestDeps, 'cameraId' | 'settings' | 'onFrame' | 'onOffline'>): () => void;
  replay(
    request: Pick<DetectionReplayDeps, 'settings' | 'range' | 'readStretches' | 'readFiles' | 'decode' | 'signal'>,
  ): AsyncGenerator<DetectionReplayMessage, void>;
  /** Whether pictures were skipped lately, because the CPU time for this is used up. */
  isOverBudget(): boolean;
}

const restMs = 500;

/** @param budget its own, so that a test takes no time from the cameras' detections */
export function createObjectDrafts(deps: {
  readonly streams: StreamRegistry;
  readonly detector: Pick<ObjectDetector, 'look'>;
  readonly budget: CpuBudget;
  readonly clock: Clock;
}): ObjectDrafts {
  const { clock, budget } = deps;
  let count = 0;
  return {
    test: (request) => startDetectionTest({ ...deps, ...request, testId: `test ${(count += 1)}` }),
    replay: (request) =>
      replayDetection({
        ...deps,
        ...request,
        replayId: `replay ${(count += 1)}`,
        rest: () => new Promise((resolve) => void clock.after(restMs, () => resolve())),
      }),
    isOverBudget: budget.isOver,
  };
}
