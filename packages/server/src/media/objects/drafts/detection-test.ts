import { maxPathPoints, type PicturePoint } from '@watchpost/contract/protocols/detection';
import type { DetectionSettings, DetectionTestFrame, TestedEvent } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import { followSmallStream } from '../../detection/small-stream.ts';
import type { StreamRegistry } from '../../stream/stream-registry.ts';
import type { CpuBudget } from '../cpu-budget.ts';
import type { Look, ObjectDetector } from '../engine/object-detector.ts';
import { createPictureGroup, type PictureGroup } from '../picture-group.ts';
import { createObjectRules, verdictOf } from '../tracking/object-rules.ts';
import { createTracker, footOf, type Track } from '../tracking/object-tracker.ts';

/** What a test of unsaved settings needs, and whom it reports to. */
export interface DetectionTestDeps {
  readonly streams: StreamRegistry;
  readonly detector: Pick<ObjectDetector, 'look'>;
  readonly budget: CpuBudget;
  readonly clock: Clock;
  /** Names the test's own decoder. */
  readonly testId: string;
  readonly cameraId: string;
  readonly settings: DetectionSettings;
  onFrame(frame: DetectionTestFrame): void;
  onOffline(): void;
}

/** 2.5 pictures a second, as where something moves. */
const stepMs = 400;

/**
 * Looks at a camera's live picture with unsaved settings, also where nothing moves, and makes no events.
 * @returns what ends it
 */
export function startDetectionTest(deps: DetectionTestDeps): () => void {
  const { streams, detector, budget, clock, testId, cameraId, settings, onFrame, onOffline } = deps;
  const describe = createFrames(settings);
  let group: PictureGroup | null = null;
  let isLooking = false;
  let isOver = false;
  let lastLookedAt = Number.NEGATIVE_INFINITY;

  const look = async (looked: PictureGroup): Promise<void> => {
    if (isLooking || clock.monotonic() - lastLookedAt < stepMs || !budget.ask()) return;
    const turn = looked.next();
    if (!turn) return;
    isLooking = true;
    lastLookedAt = clock.monotonic();
    const { track, pictures, isStart } = turn;
    const { sensitivity } = settings;
    const seen = await detector.look({ cameraId: testId, track, pictures, isStart, sensitivity, isForced: true }).catch(() => null);
    isLooking = false;
    looked.settle(seen?.isContinuable ?? false);
    if (!seen) return;
    budget.spend(seen.cpuMs);
    if (!isOver) onFrame(describe(seen));
  };

  const unfollow = followSmallStream({
    streams,
    clock,
    cameraId,
    fromCache: true,
    onSample: (tracks, sample) => {
      if (sample.keyFrame) group = createPictureGroup(tracks, sample);
      else group?.add(tracks, sample);
      if (group && (sample.keyFrame || !group.isFull)) void look(group);
    },
    onOffline,
  });
  return () => {
    isOver = true;
    unfollow();
  };
}

/** Returns what describes one look after the other: boxes, paths, verdicts, and what would have become an event. */
export function createFrames(settings: DetectionSettings): (look: Look) => DetectionTestFrame {
  const tracker = createTracker();
  const paths = new Map<number, PicturePoint[]>();
  let tracks: readonly Track[] = [];
  let events: TestedEvent[] = [];
  const rules = createObjectRules({
    cameraId: '',
    newId: () => '',
    isTracked: tracker.has,
    onDetection: (detection) => {
      if (detection.kind !== 'began' || detection.objectClass === null || detection.score === null) return;
      const { type, label, objectClass, score } = detection;
      // Where it is now: the box of what is reported is that of the picture that shows it best.
      const track = tracks.find(({ id }) => id === detection.trackId);
      events.push({ type, label, objectClass, score, ...(track && { box: inPicture(track.box) }) });
    },
  });
  rules.configure([{ ...settings, isEnabled: true }]);

  const follow = ({ id, box }: Track): PicturePoint[] => {
    const { x, y } = footOf(box);
    const path = [...(paths.get(id) ?? []), { x: share(x), y: share(y) }].slice(-maxPathPoints);
    paths.set(id, path);
    return path;
  };
  return ({ at, objects, moving, cpuMs }) => {
    events = [];
    tracks = tracker.update(objects, moving, at);
    rules.update(tracks, at, () => new Uint8Array());
    for (const id of paths.keys()) if (!tracker.has(id)) paths.delete(id);
    const boxes = tracks.map((track) => {
      const { id, objectClass, score, box } = track;
      return { trackId: id, objectClass, score, box: inPicture(box), path: follow(track), verdict: verdictOf(track, settings) };
    });
    return { kind: 'frame', at, boxes, events, cpuMs };
  };
}

function inPicture({ x, y, width, height }: Track['box']): Track['box'] {
  return { x: share(x), y: share(y), width: share(width), height: share(height) };
}

/** Rounding may lead out of the picture. */
function share(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));
}
