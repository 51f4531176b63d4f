import type { DetectionType } from '@watchpost/contract/protocols/detection';
import type { DetectionReplayMessage, DetectionSettings, ReplayedEvent } from '@watchpost/contract/schemas/smart-events';
import type { Sample, Tracks } from '../../media-types.ts';
import { createBestPictures } from '../best-pictures.ts';
import type { CpuBudget } from '../cpu-budget.ts';
import type { Look, ObjectDetector } from '../engine/object-detector.ts';
import { createPictureGroup, type PictureGroup } from '../picture-group.ts';
import { classesOf, createObjectRules, type Detection } from '../tracking/object-rules.ts';
import { createTracker } from '../tracking/object-tracker.ts';

/** A range of time, Unix ms. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A recorded file: it begins with a key frame. */
export interface RecordedFile {
  readonly tracks: Tracks;
  /** Video, in decode order. */
  readonly samples: readonly Sample[];
}

export interface DetectionReplayDeps {
  readonly detector: Pick<ObjectDetector, 'look'>;
  readonly budget: CpuBudget;
  /** Names the replay's own decoder. */
  readonly replayId: string;
  readonly settings: DetectionSettings;
  readonly range: Stretch;
  /** Returns when something moved, in order; an empty list when nothing did, null without recordings. */
  readStretches(): Promise<readonly Stretch[] | null>;
  /** Reads the files that overlap a stretch, in order. */
  readFiles(stretch: Stretch): AsyncIterable<RecordedFile>;
  /** Makes a JPEG of the last picture; null if none can be made. */
  decode(video: Uint8Array): Promise<Uint8Array | null>;
  /** Resolves when there may be CPU time again. */
  rest(): Promise<void>;
  readonly signal: AbortSignal;
}

const maxStretches = 200;
const maxCpuMs = 60_000;
const stepMs = 400;
/** What key frames show less certainly than this is nothing. */
const minHintScore = 0.25;

/**
 * Tries settings on recordings in which something moved, newest first. Of each stretch, key frames are looked at; where one of them shows
 * what is looked for, 2.5 pictures a second are, as live, because tracks and crossings need them.
 */
export async function* replayDetection(deps: DetectionReplayDeps): AsyncGenerator<DetectionReplayMessage, void> {
  const { range, readStretches, signal } = deps;
  const all = await readStretches();
  if (!all) return yield { kind: 'ended', reason: 'no-footage' };
  const stretches = all.slice(-maxStretches).toReversed();
  const total = all.length;
  const spent = { cpuMs: 0 };
  let done = 0;
  yield { kind: 'progress', total, done, from: range.to };
  for (const stretch of stretches) {
    if (signal.aborted) return;
    if (spent.cpuMs >= maxCpuMs) break;
    for (const event of await replayStretch(deps, stretch, spent)) yield { kind: 'found', event };
    done += 1;
    yield { kind: 'progress', total, done, from: stretch.from };
  }
  yield { kind: 'ended', reason: done < total ? 'limit' : 'complete' };
}

interface Spent {
  cpuMs: number;
}

async function replayStretch(deps: DetectionReplayDeps, stretch: Stretch, spent: Spent): Promise<ReplayedEvent[]> {
  const { settings, readFiles, decode, signal } = deps;
  if (!(await isWorthIt(deps, stretch, spent))) return [];
  const tracker = createTracker();
  const best = createBestPictures(tracker.has);
  const began: Extract<Detection<DetectionType>, { readonly kind: 'began' }>[] = [];
  const rules = createObjectRules({
    cameraId: '',
    newId: () => '',
    isTracked: tracker.has,
    onDetection: (detection) => void (detection.kind === 'began' && began.push(detection)),
  });
  rules.configure([{ ...settings, isEnabled: true }]);
  let lastAt = Number.NEGATIVE_INFINITY;
  const lookId = `${deps.replayId} ${stretch.from}`;
  for await (const { tracks, samples } of readFiles(stretch)) {
    let group: PictureGroup | null = null;
    for (const sample of samples) {
      if (sample.keyFrame) group = createPictureGroup(tracks, sample);
      else group?.add(tracks, sample);
      const at = sample.decodeTime / 90;
      if (!group || group.isFull || at - lastAt < stepMs || at < stretch.from || at > stretch.to) continue;
      if (signal.aborted || spent.cpuMs >= maxCpuMs) break;
      lastAt = at;
      const turn = group.next();
      const look = turn && (await lookAt(deps, spent, { ...turn, cameraId: lookId, isForced: rules.isWaiting(at) }));
      group.settle(look?.isContinuable ?? false);
      if (!turn || !look) continue;
      const seen = tracker.update(look.objects, look.moving, look.at);
      best.update(seen, look.at, turn.video);
      rules.update(seen, look.at, best.of);
    }
  }
  const events: ReplayedEvent[] = [];
  for (const { at, type, label, objectClass, score, box, picture } of began) {
    if (objectClass === null || score === null) continue;
    const jpeg = await decode(picture).catch(() => null);
    events.push({ at, type, label, objectClass, score, box: clamped(box), picture: jpeg && Buffer.from(jpeg).toString('base64') });
  }
  return events.toReversed();
}

/** Whether a key frame of the stretch shows, even faintly, what is looked for. */
async function isWorthIt(deps: DetectionReplayDeps, stretch: Stretch, spent: Spent): Promise<boolean> {
  const classes = classesOf(deps.settings);
  for await (const { tracks, samples } of deps.readFiles(stretch))
    for (const sample of samples.filter(({ keyFrame }) => keyFrame)) {
      if (deps.signal.aborted || spent.cpuMs >= maxCpuMs) return false;
      const turn = createPictureGroup(tracks, sample).next();
      const look = turn && (await lookAt(deps, spent, { ...turn, cameraId: deps.replayId, isForced: true }));
      if (look?.objects.some(({ objectClass, score }) => classes.includes(objectClass) && score >= minHintScore)) return true;
    }
  return false;
}

type Turn = Pick<Parameters<ObjectDetector['look']>[0], 'cameraId' | 'track' | 'pictures' | 'isStart' | 'isForced'>;

async function lookAt(
  deps: DetectionReplayDeps,
  spent: Spent,
  { cameraId, track, pictures, isStart, isForced }: Turn,
): Promise<Look | null> {
  const { detector, budget, settings, rest, signal } = deps;
  // Live pictures come first.
  while (!budget.ask() && !signal.aborted) await rest();
  if (signal.aborted) return null;
  const { sensitivity } = settings;
  const look = await detector.look({ cameraId, track, pictures, isStart, sensitivity, isForced }).catch(() => null);
  if (!look) return null;
  budget.spend(look.cpuMs);
  spent.cpuMs += look.cpuMs;
  return look;
}

function clamped({ x, y, width, height }: ReplayedEvent['box']): ReplayedEvent['box'] {
  const share = (value: number): number => Math.min(1, Math.max(0, value));
  return { x: share(x), y: share(y), width: share(width), height: share(height) };
}
