import type { Detection } from '../objects/tracking/object-rules.ts';

/** Passes on what several detectors of a camera see, so that the same thing is one event. */
interface DetectionMerge {
  /**
   * Returns where a detector reports to.
   * @example const fromCameras = merge.input();
   */
  input(): (detection: Detection) => void;
}

type Began = Extract<Detection, { readonly kind: 'began' }>;

/** A second detector that begins within this time after another, or after its end, means the same, ms. */
const togetherMs = 10_000;

interface Shared {
  readonly began: Began;
  /** The detectors' own ids that are part of it. */
  readonly ids: Set<string>;
  /** The detectors that have seen it. */
  readonly inputs: Set<number>;
  lastAt: number;
}

/**
 * Creates the merge: the first to begin is reported, what another detector begins of the same type within ten seconds belongs to it,
 * and it ends with the last. What one detector begins twice are two events.
 */
export function createDetectionMerge(onDetection: (detection: Detection) => void): DetectionMerge {
  /** By the id of each detection that is part of it. */
  const running = new Map<string, Shared>();
  /** The last ones of each camera and type. */
  const latest = new Map<string, Shared[]>();
  let inputs = 0;

  const isSame = (shared: Shared, { at }: Began, input: number): boolean =>
    !shared.inputs.has(input) && (at - shared.began.at <= togetherMs || at - shared.lastAt <= togetherMs);

  const begin = (detection: Began, input: number): void => {
    const key = `${detection.cameraId} ${detection.type}`;
    const recent = (latest.get(key) ?? []).filter(({ ids, lastAt }) => ids.size > 0 || detection.at - lastAt <= togetherMs);
    const known = recent.find((shared) => isSame(shared, detection, input));
    if (known && known.ids.size > 0) {
      known.ids.add(detection.id);
      known.inputs.add(input);
      running.set(detection.id, known);
    } else if (known) {
      // It has ended already; this one ends unreported.
      known.inputs.add(input);
    } else {
      const shared: Shared = { began: detection, ids: new Set([detection.id]), inputs: new Set([input]), lastAt: detection.at };
      running.set(detection.id, shared);
      recent.push(shared);
      onDetection(detection);
    }
    latest.set(key, recent);
  };

  const end = ({ id, at }: Extract<Detection, { readonly kind: 'ended' }>): void => {
    const shared = running.get(id);
    if (!shared) return;
    running.delete(id);
    shared.ids.delete(id);
    shared.lastAt = Math.max(shared.lastAt, at);
    if (shared.ids.size === 0) onDetection({ kind: 'ended', cameraId: shared.began.cameraId, id: shared.began.id, at: shared.lastAt });
  };

  /** Only of the detector whose picture the event has. */
  const improve = (detection: Extract<Detection, { readonly kind: 'improved' }>): void => {
    if (running.get(detection.id)?.began.id === detection.id) onDetection(detection);
  };

  return {
    input: () => {
      inputs += 1;
      const input = inputs;
      return (detection) => {
        if (detection.kind === 'began') begin(detection, input);
        else if (detection.kind === 'ended') end(detection);
        else improve(detection);
      };
    },
  };
}
