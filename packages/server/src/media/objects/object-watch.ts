import type { DetectionEngine, DetectionSettings, PlugInDetectionSettings } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { followSmallStream } from '../detection/small-stream.ts';
import type { Sample, Tracks } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createBestPictures, type BestPictures } from './best-pictures.ts';
import type { CpuBudget } from './cpu-budget.ts';
import type { Look, ObjectDetector } from './engine/object-detector.ts';
import { createMotionHint, type MotionHint } from './motion-hint.ts';
import { createFindingRules, type FindingRules } from './plug-in/finding-rules.ts';
import { createPictureGroup, type PictureGroup, type PictureTurn } from './picture-group.ts';
import { createObjectRules, type Detection, type ObjectRules } from './tracking/object-rules.ts';
import { createTracker, type Tracker } from './tracking/object-tracker.ts';

/** Looks for objects in the pictures of cameras, where something moves. */
export interface ObjectWatch {
  /** Starts to look, continues with other settings, or stops when nothing is enabled. */
  configure(cameraId: string, settings: readonly DetectionSettings[]): void;
  /** The same for what only the operator's detector finds in pictures. */
  configureFindings(cameraId: string, settings: readonly PlugInDetectionSettings[]): void;
  /** Stops looking and ends what was detected. */
  forget(cameraId: string): void;
  /** @param cameraId whose agent may look itself; absent: of the server */
  status(cameraId?: string): { readonly engine: DetectionEngine; readonly isOverBudget: boolean };
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
/** Looks that a hint asks for, where key frames show no motion yet: at most this often, and less often the more of them find nothing. */
const hintStepMs = 500;
const maxHintStepMs = 8000;
/** Smoke may rise too slowly to be motion: it is looked for this often, also where nothing moves. Faces move. */
const findingStepMs = 10_000;
/** Without an engine, it is looked for again after this time: a model that is installed meanwhile needs no restart. */
const engineCheckMs = 10_000;

const remedies = {
  'no-decoder': 'Objects are not recognised: the optional package node-av is not installed',
  'not-installed': 'Objects are not recognised: the optional package onnxruntime-node or node-av is not installed',
  'model-missing': 'Objects are not recognised: there is no model. Run "watchpost models install": the server then finds it within seconds',
  failed: 'Objects are not recognised: the process for it does not start',
} as const;

/** What is enabled on a camera. */
interface Wanted {
  readonly objects: readonly DetectionSettings[];
  readonly findings: readonly PlugInDetectionSettings[];
}
const nothing: Wanted = { objects: [], findings: [] };

interface Watched {
  readonly rules: ObjectRules;
  readonly tracker: Tracker;
  readonly findings: FindingRules;
  wanted: Wanted;
  /** Monotonic time of the last look for findings. */
  soughtAt: number;
  unsubscribe: () => void;
  sensitivity: number;
  /** Null until a key frame has come. */
  group: PictureGroup | null;
  readonly best: BestPictures;
  hint: MotionHint;
  hintStepMs: number;
  /** Its agent is being asked. */
  isAsking: boolean;
  /** The next look follows a hint. */
  isHinted: boolean;
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
  /** Cameras that wait for an engine, with what is enabled. */
  const unserved = new Map<string, Wanted>();
  let cancelCheck: (() => void) | null = null;

  const add = (watched: Watched, tracks: Tracks, sample: Sample): void => {
    const { group } = watched;
    if (group?.tracks !== tracks) watched.hint = createMotionHint();
    if (sample.keyFrame) watched.group = createPictureGroup(tracks, sample);
    else group?.add(tracks, sample);
  };

  const isElsewhere = (cameraId: string): boolean => detector.isElsewhere?.(cameraId) === true;

  const isDue = (cameraId: string, watched: Watched, { keyFrame, data }: Sample): boolean => {
    const { group, hint, lastLookedAt, busyUntil } = watched;
    const isHinted = !keyFrame && hint.update(data.length);
    if (!group || (group.isFull && !keyFrame)) return false;
    const now = clock.monotonic();
    const elapsed = now - lastLookedAt;
    // Without time to decode everything, key frames have to do.
    if (budget.isOver() && !isElsewhere(cameraId)) return keyFrame && elapsed >= minStepMs;
    if (now < busyUntil) return elapsed >= busyStepMs;
    watched.isHinted = isHinted;
    return elapsed >= (keyFrame ? minStepMs : isHinted ? watched.hintStepMs : idleStepMs);
  };

  const apply = (watched: Watched, turn: PictureTurn, look: Look, isHinted: boolean): void => {
    const now = clock.monotonic();
    if (look.moving.length > 0) {
      watched.busyUntil = now + quietTimeMs;
      watched.hintStepMs = hintStepMs;
    } else if (now >= watched.busyUntil)
      watched.hintStepMs = isHinted ? Math.min(maxHintStepMs, watched.hintStepMs * 2) : Math.max(hintStepMs, watched.hintStepMs / 2);
    const tracks = watched.tracker.update(look.objects, look.moving, look.at);
    watched.best.update(tracks, look.at, turn.video);
    watched.rules.update(tracks, look.at, watched.best.of);
    watched.findings.update(look.findings ?? null, look.at, turn.video);
    if (look.findings) watched.soughtAt = now;
    if (isWaiting(watched, look.at)) watched.busyUntil = Math.max(watched.busyUntil, now + quietTimeMs);
  };

  const isWaiting = ({ rules, findings }: Watched, at: number): boolean => rules.isWaiting(at) || findings.isWaiting(at);

  const lookAt = async (cameraId: string, watched: Watched, group: PictureGroup): Promise<void> => {
    const turn = group.next();
    if (!turn) return;
    watched.lastLookedAt = clock.monotonic();
    const { track, pictures, isStart, at } = turn;
    const { sensitivity, isHinted } = watched;
    watched.isHinted = false;
    const { objects, findings } = watched.wanted;
    const isSought = findings.some(({ type }) => type !== 'face') && watched.lastLookedAt - watched.soughtAt >= findingStepMs;
    const look = await detector.look({
      ...{ cameraId, track, pictures, isStart, sensitivity },
      isForced: isSought || isWaiting(watched, at),
      ...(findings.length > 0 && { findings: findings.map(({ type }) => type), isWithoutObjects: objects.length === 0 }),
    });
    group.settle(look?.isContinuable ?? false);
    if (!look) return;
    budget.spend(look.cpuMs);
    if (cameras.get(cameraId) === watched) apply(watched, turn, look, isHinted);
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

  /** Cameras whose agents look wait for no other; each is asked about one picture at a time. */
  const lookElsewhere = async (cameraId: string, watched: Watched): Promise<void> => {
    if (watched.isAsking || !watched.group) return;
    watched.isAsking = true;
    try {
      await lookAt(cameraId, watched, watched.group);
    } finally {
      watched.isAsking = false;
    }
  };

  const forget = (cameraId: string): void => {
    const watched = cameras.get(cameraId);
    if (!watched) return;
    cameras.delete(cameraId);
    due.delete(cameraId);
    watched.unsubscribe();
    watched.rules.end();
    watched.findings.end();
  };

  const begin = (cameraId: string): Watched => {
    const tracker = createTracker();
    const watched: Watched = {
      tracker,
      rules: createObjectRules({ cameraId, newId, isTracked: tracker.has, onDetection }),
      findings: createFindingRules({ cameraId, newId, onDetection }),
      wanted: nothing,
      soughtAt: Number.NEGATIVE_INFINITY,
      unsubscribe: () => undefined,
      sensitivity: 0,
      group: null,
      best: createBestPictures(tracker.has),
      hint: createMotionHint(),
      hintStepMs,
      isAsking: false,
      isHinted: false,
      lastLookedAt: Number.NEGATIVE_INFINITY,
      busyUntil: Number.NEGATIVE_INFINITY,
    };
    cameras.set(cameraId, watched);
    watched.unsubscribe = followSmallStream({
      streams,
      clock,
      cameraId,
      onSample: (tracks, sample) => {
        add(watched, tracks, sample);
        if (!isDue(cameraId, watched, sample)) return;
        if (isElsewhere(cameraId)) return void lookElsewhere(cameraId, watched);
        // An agent that looked itself is gone, and nothing here can.
        if (detector.engine().state === 'unavailable') return;
        due.add(cameraId);
        void next();
      },
      onOffline: () => {
        watched.group = null;
        watched.rules.end();
        watched.findings.end();
      },
    });
    return watched;
  };

  const wantedOf = (cameraId: string): Wanted => cameras.get(cameraId)?.wanted ?? unserved.get(cameraId) ?? nothing;

  const configure = (cameraId: string, wanted: Wanted): void => {
    unserved.delete(cameraId);
    const { objects, findings } = wanted;
    if (objects.length + findings.length === 0) return forget(cameraId);
    const engine = detector.engine();
    if (engine.state === 'unavailable' && !isElsewhere(cameraId)) {
      if (!isMissingLogged) log.warn({ cameraId, reason: engine.reason }, remedies[engine.reason]);
      isMissingLogged = true;
      // No substream is asked for either.
      forget(cameraId);
      unserved.set(cameraId, wanted);
      cancelCheck ??= clock.after(engineCheckMs, checkEngine);
      return;
    }
    const watched = cameras.get(cameraId) ?? begin(cameraId);
    watched.wanted = wanted;
    watched.sensitivity = Math.max(0, ...objects.map(({ sensitivity }) => sensitivity));
    watched.rules.configure(objects);
    watched.findings.configure(findings);
  };

  /** Begins where an engine was missing, once there is one. */
  const checkEngine = (): void => {
    cancelCheck = null;
    if (unserved.size === 0) return;
    const isMissing = detector.engine().state === 'unavailable';
    // Agents report what they can after their cameras have started.
    const served = [...unserved].filter(([cameraId]) => !isMissing || isElsewhere(cameraId));
    if (isMissing) cancelCheck = clock.after(engineCheckMs, checkEngine);
    else isMissingLogged = false;
    if (served.length > 0) log.info({ cameras: served.length }, 'Objects are recognised now');
    for (const [cameraId, wanted] of served) configure(cameraId, wanted);
  };

  return {
    configure: (cameraId, settings) =>
      configure(cameraId, { ...wantedOf(cameraId), objects: settings.filter(({ isEnabled }) => isEnabled) }),
    configureFindings: (cameraId, settings) =>
      configure(cameraId, { ...wantedOf(cameraId), findings: settings.filter(({ isEnabled }) => isEnabled) }),
    forget: (cameraId) => {
      unserved.delete(cameraId);
      forget(cameraId);
    },
    status: (cameraId) =>
      cameraId !== undefined && isElsewhere(cameraId)
        ? { engine: { state: 'ready' }, isOverBudget: false }
        : { engine: detector.engine(), isOverBudget: budget.isOver() },
    close: () => {
      cancelCheck?.();
      unserved.clear();
      for (const cameraId of [...cameras.keys()]) forget(cameraId);
      detector.close();
    },
  };
}
