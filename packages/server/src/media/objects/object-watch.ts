import type { DetectionEngine, DetectionSettings } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import { concatBytes } from '@watchpost/mp4';
import type { Logger } from '../../kernel/log.ts';
import { followSmallStream } from '../detection/small-stream.ts';
import type { Sample, Tracks } from '../media-types.ts';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { CpuBudget } from './cpu-budget.ts';
import type { EncodedPicture, Look, ObjectDetector } from './engine/object-detector.ts';
import { createObjectRules, type Detection, type ObjectRules } from './tracking/object-rules.ts';
import { createTracker, type Tracker } from './tracking/object-tracker.ts';

/** Looks for objects in the pictures of cameras, where something moves. */
export interface ObjectWatch {
  /** Starts to look, continues with other settings, or stops when nothing is enabled. */
  configure(cameraId: string, settings: readonly DetectionSettings[]): void;
  /** Stops looking and ends what was detected. */
  forget(cameraId: string): void;
  status(): { readonly engine: DetectionEngine; readonly isOverBudget: boolean };
  close(): void;
}

interface ObjectWatchDeps {
  readonly streams: StreamRegistry;
  readonly detector: ObjectDetector;
  readonly budget: CpuBudget;
  readonly clock: Clock;
  readonly log: Logger;
  readonly newId: () => string;
  onDetection(detection: Detection): void;
}

/** Time between two looks where something moves: 2.5 pictures a second. */
const busyStepMs = 400;
/** Where nothing moves, key frames are looked at, and if they come rarely, other pictures; decoding all up to them costs more. */
const idleStepMs = 4000;
/** Key frames are looked at no more often than this. */
const minStepMs = 500;
/** Looks go on for this long after the last motion: what stands still for a moment is not gone, and what was detected ends meanwhile. */
const quietTimeMs = 9000;
/** A group of pictures that is longer than this is looked at by its key frame only. */
const maxGroupPictures = 1500;
const maxGroupBytes = 16 * 1024 * 1024;

const remedies = {
  'not-installed': 'Objects are not recognised: the optional package onnxruntime-node or node-av is not installed',
  'model-missing': 'Objects are not recognised: there is no model. Run "watchpost models install", then start the server again',
  failed: 'Objects are not recognised: the process for it does not start',
} as const;

/** The pictures of a stream since its last key frame. */
interface Group {
  readonly tracks: Tracks;
  readonly pictures: EncodedPicture[];
  readonly keyFragment: () => Uint8Array;
  bytes: number;
  /** Number of pictures that the detector has decoded and can continue from. */
  decoded: number;
  /** Too many pictures followed its key frame. */
  isFull: boolean;
}

interface Watched {
  readonly rules: ObjectRules;
  readonly tracker: Tracker;
  unsubscribe: () => void;
  sensitivity: number;
  /** Null until a key frame has come. */
  group: Group | null;
  lastLookedAt: number;
  /** Monotonic time until which something moves. */
  busyUntil: number;
}

/**
 * One look at a time is taken for all cameras, at the newest picture there is when its turn comes: what was not looked at in time never
 * is, and nothing queues up.
 */
export function createObjectWatch({ streams, detector, budget, clock, log, newId, onDetection }: ObjectWatchDeps): ObjectWatch {
  const cameras = new Map<string, Watched>();
  /** Cameras whose turn it is, in order. */
  const due = new Set<string>();
  let isLooking = false;
  let isMissingLogged = false;

  const add = (watched: Watched, tracks: Tracks, sample: Sample, fragment: () => Uint8Array): void => {
    const picture: EncodedPicture = { at: timeOf(sample), keyFrame: sample.keyFrame, data: sample.data };
    if (sample.keyFrame) {
      watched.group = { tracks, pictures: [picture], keyFragment: fragment, bytes: sample.data.length, decoded: 0, isFull: false };
      return;
    }
    const { group } = watched;
    // Pictures of another stream, or of a changed one, need their own key frame.
    if (!group || group.tracks !== tracks || group.isFull) return;
    group.pictures.push(picture);
    group.bytes += sample.data.length;
    if (group.pictures.length <= maxGroupPictures && group.bytes <= maxGroupBytes) return;
    group.isFull = true;
    group.pictures.length = 1;
  };

  const isDue = ({ group, lastLookedAt, busyUntil }: Watched, isKeyFrame: boolean): boolean => {
    if (!group || (group.isFull && !isKeyFrame)) return false;
    const now = clock.monotonic();
    const elapsed = now - lastLookedAt;
    // Without time to decode everything, key frames have to do.
    if (budget.isOver()) return isKeyFrame && elapsed >= minStepMs;
    if (now < busyUntil) return elapsed >= busyStepMs;
    return elapsed >= (isKeyFrame ? minStepMs : idleStepMs);
  };

  const apply = (watched: Watched, group: Group, look: Look): void => {
    const now = clock.monotonic();
    if (look.moving.length > 0) watched.busyUntil = now + quietTimeMs;
    const tracks = watched.tracker.update(look.objects, look.moving, look.at);
    const picture = (): Uint8Array => concatBytes([initSectionOf(withoutAudio(group.tracks)).bytes, group.keyFragment()]);
    watched.rules.update(tracks, look.at, picture);
    if (watched.rules.isWaiting(look.at)) watched.busyUntil = Math.max(watched.busyUntil, now + quietTimeMs);
  };

  const lookAt = async (cameraId: string, watched: Watched, group: Group): Promise<void> => {
    const last = group.pictures.at(-1);
    const isStart = group.decoded === 0;
    const pictures = group.pictures.slice(group.decoded);
    if (pictures.length === 0 || !last) return;
    watched.lastLookedAt = clock.monotonic();
    group.decoded = group.pictures.length;
    const look = await detector.look({
      cameraId,
      track: group.tracks.video,
      pictures,
      isStart,
      sensitivity: watched.sensitivity,
      isForced: watched.rules.isWaiting(last.at),
    });
    if (!look?.isContinuable) group.decoded = 0;
    if (!look) return;
    budget.spend(look.cpuMs);
    if (cameras.get(cameraId) === watched) apply(watched, group, look);
  };

  const next = async (): Promise<void> => {
    if (isLooking) return;
    const [cameraId] = due;
    if (cameraId === undefined) return;
    due.delete(cameraId);
    const watched = cameras.get(cameraId);
    if (!watched?.group || !budget.ask()) return next();
    isLooking = true;
    try {
      await lookAt(cameraId, watched, watched.group);
    } finally {
      isLooking = false;
    }
    return next();
  };

  const forget = (cameraId: string): void => {
    const watched = cameras.get(cameraId);
    if (!watched) return;
    cameras.delete(cameraId);
    due.delete(cameraId);
    watched.unsubscribe();
    watched.rules.end();
  };

  const begin = (cameraId: string): Watched => {
    const tracker = createTracker();
    const watched: Watched = {
      tracker,
      rules: createObjectRules({ cameraId, newId, isTracked: tracker.has, onDetection }),
      unsubscribe: () => undefined,
      sensitivity: 0,
      group: null,
      lastLookedAt: Number.NEGATIVE_INFINITY,
      busyUntil: Number.NEGATIVE_INFINITY,
    };
    cameras.set(cameraId, watched);
    watched.unsubscribe = followSmallStream({
      streams,
      clock,
      cameraId,
      onSample: (tracks, sample, fragment) => {
        add(watched, tracks, sample, fragment);
        if (!isDue(watched, sample.keyFrame)) return;
        due.add(cameraId);
        void next();
      },
      onOffline: () => {
        watched.group = null;
        watched.rules.end();
      },
    });
    return watched;
  };

  return {
    configure: (cameraId, settings) => {
      const enabled = settings.filter(({ isEnabled }) => isEnabled);
      if (enabled.length === 0) return forget(cameraId);
      const engine = detector.engine();
      if (engine.state === 'unavailable') {
        if (!isMissingLogged) log.warn({ cameraId, reason: engine.reason }, remedies[engine.reason]);
        isMissingLogged = true;
        // No substream is asked for either.
        return forget(cameraId);
      }
      const watched = cameras.get(cameraId) ?? begin(cameraId);
      watched.sensitivity = Math.max(...enabled.map(({ sensitivity }) => sensitivity));
      watched.rules.configure(enabled);
    },
    forget,
    status: () => ({ engine: detector.engine(), isOverBudget: budget.isOver() }),
    close: () => {
      for (const cameraId of [...cameras.keys()]) forget(cameraId);
      detector.close();
    },
  };
}

/** When a picture was taken, Unix ms. */
function timeOf({ decodeTime, compositionOffset }: Sample): number {
  return Math.round((decodeTime + compositionOffset) / 90);
}
