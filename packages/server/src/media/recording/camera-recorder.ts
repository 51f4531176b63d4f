import type { Clock } from '@watchpost/contract/timing/clock';
import { concatBytes } from '@watchpost/mp4';
import { videoTimescale, type Sample, type Tracks } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { initSectionOf, type InitSection } from '../packaging/init-section.ts';
import { parameterSetsOf } from '../packaging/parameter-sets.ts';
import type { StreamSubscriber } from '../stream/stream-types.ts';
import type { SegmentWriter } from './segment-writer.ts';
import type { Span } from './spans.ts';

export interface CameraRecorderDeps {
  readonly writer: Pick<SegmentWriter, 'open' | 'append' | 'finish' | 'queuedBytes'>;
  readonly clock: Clock;
  /** Unix ms; nothing is recorded before it, so that footage never overlaps. */
  readonly notBefore: number;
  /** Finds the footage that ends after a time, Unix ms: what is recorded after the server's clock was set back must not overlap it. */
  readonly findLater?: (at: number) => Promise<readonly Span[]>;
  onRecording(startMs: number): void;
  onOffline(atMs: number): void;
  /** Called when the disk is too slow and the running segment was dropped. */
  onOverload(): void;
}

export interface CameraRecorder extends StreamSubscriber {
  /** Cuts at the next key frame, because a viewer requests the most recent footage. */
  cutSoon(): void;
  /** After a disk failure, restarts at a key frame, at this monotonic time or later, ms. */
  pauseUntil(monotonic: number): void;
  /** The end of the newest picture, Unix ms; null before the first. */
  readonly reachesTo: number | null;
  /**
   * Ends the running segment; recording continues with the next tracks.
   * @param before ticks; the segment ends before this time at the latest
   */
  stop(before?: number): void;
}

const minSegmentTicks = 4 * videoTimescale;
const maxSegmentTicks = 6 * videoTimescale;
const toleranceTicks = 0.1 * videoTimescale;
const fragmentLength = videoTimescale;
const jump = videoTimescale;
const maxQueueBytes = 16_000_000;
/** A segment stays open for late samples for this long. */
const resumeTimeoutMs = 60_000;
/** Pictures that are this much older than the newest footage show that the clock was set back. */
const setBackToleranceMs = 5000;

/**
 * Decides whether a segment ends at this key frame: after 4 to 6 s, later only when the camera's own key frames are further
 * apart.
 * @param elapsed ticks since the segment's start
 * @param sinceLastKey ticks since the previous key frame
 */
export function isTimeToCut(elapsed: number, sinceLastKey: number): boolean {
  return elapsed >= minSegmentTicks - toleranceTicks || elapsed + sinceLastKey > maxSegmentTicks + toleranceTicks;
}

export function createCameraRecorder(deps: CameraRecorderDeps): CameraRecorder {
  const { writer, clock } = deps;
  let init: InitSection | null = null;
  /** Init section of new tracks, which apply from their key frame on: only its time shows where the old tracks end. */
  let nextInit: InitSection | null = null;
  let parameterSets: Uint8Array = new Uint8Array(0);
  let segmentStart: number | null = null;
  let lastKey = 0;
  let expected: number | null = null;
  let newestEnd: number | null = null;
  let lastSound = Number.NEGATIVE_INFINITY;
  /** Cancels the wait for late samples; null while not waiting. */
  let cancelWait: (() => void) | null = null;
  let notBefore = deps.notBefore;
  /** Footage from before the clock was set back, which stays where it is. */
  let later: readonly Span[] = [];
  let isLooking = false;
  let resumeAt = 0;
  let wantsCut = false;
  let sequence = 0;
  let video: Sample[] = [];
  let audio: Sample[] = [];

  const flush = (): void => {
    // Audio has separate fragments, so that it can be left out for viewers without access to it.
    for (const samples of [video, audio]) if (samples.length > 0) writer.append(buildFragment(samples, (sequence += 1)));
    video = [];
    audio = [];
  };
  const forget = (): void => {
    video = [];
    audio = [];
    segmentStart = null;
    wantsCut = false;
  };
  const finish = (endTicks: number): void => {
    if (segmentStart === null) return;
    flush();
    const endMs = Math.floor(endTicks / 90);
    notBefore = endMs;
    writer.finish(endMs);
    forget();
  };
  const lookForLater = (at: number): void => {
    if (isLooking || !deps.findLater) return;
    isLooking = true;
    deps
      .findLater(at)
      .then(
        (spans) => {
          later = spans;
          notBefore = at;
        },
        // Looked for again at the next key frame.
        () => undefined,
      )
      .finally(() => void (isLooking = false));
  };
  /** Whether a time, ticks, is within footage from before the clock was set back. */
  const isTaken = (ticks: number): boolean => later.some(({ from, to }) => ticks > from * 90 && ticks < to * 90);
  const begin = (sample: Sample): void => {
    const startMs = Math.floor(sample.decodeTime / 90);
    if (startMs < notBefore - setBackToleranceMs) lookForLater(startMs);
    if (!init || startMs < notBefore || clock.monotonic() < resumeAt || isTaken(sample.decodeTime + sample.duration)) return;
    segmentStart = sample.decodeTime;
    writer.open(startMs, init);
    deps.onRecording(startMs);
  };

  const onVideo = (sample: Sample): void => {
    if (segmentStart !== null && expected !== null && Math.abs(sample.decodeTime - expected) > jump) finish(expected);
    if (expected !== null && sample.decodeTime < expected - jump) lastSound = Number.NEGATIVE_INFINITY;
    if (segmentStart !== null && later.length > 0 && isTaken(sample.decodeTime + sample.duration)) finish(sample.decodeTime);
    // The last frame of a fragment lasts until the next: its own duration is a guess, and after a gap MediaSource drops
    // everything up to the next key frame.
    const last = video.at(-1);
    if (last) video[video.length - 1] = { ...last, duration: Math.max(1, sample.decodeTime - last.decodeTime) };
    if (sample.keyFrame) {
      if (nextInit) {
        finish(sample.decodeTime);
        init = nextInit;
        nextInit = null;
      }
      const elapsed = segmentStart === null ? 0 : sample.decodeTime - segmentStart;
      if (segmentStart !== null && (wantsCut || isTimeToCut(elapsed, sample.decodeTime - lastKey))) finish(sample.decodeTime);
      lastKey = sample.decodeTime;
      if (segmentStart === null) begin(sample);
    }
    expected = newestEnd = sample.decodeTime + sample.duration;
    if (segmentStart === null) return;
    const first = video[0];
    if (first && (sample.keyFrame || sample.decodeTime - first.decodeTime >= fragmentLength)) flush();
    // With its parameter sets inside, a segment can follow one with another configuration even in players that read only the
    // first init section.
    video.push(sample.decodeTime === segmentStart ? { ...sample, data: concatBytes([parameterSets, sample.data]) } : sample);
  };

  const stopWaiting = (): void => {
    cancelWait?.();
    cancelWait = null;
  };
  const end = (before = Number.POSITIVE_INFINITY): void => {
    stopWaiting();
    if (expected !== null) finish(Math.min(expected, before));
    expected = null;
  };

  return {
    onTracks: (tracks: Tracks) => {
      stopWaiting();
      const next = initSectionOf(tracks);
      nextInit = next.hash === init?.hash ? null : next;
      parameterSets = parameterSetsOf(tracks.video);
    },
    onSample: (sample) => {
      if (writer.queuedBytes > maxQueueBytes) {
        if (segmentStart === null) return;
        if (expected !== null) finish(expected);
        return deps.onOverload();
      }
      if (sample.kind === 'video') onVideo(sample);
      else if (segmentStart !== null && !nextInit && sample.decodeTime > lastSound) {
        lastSound = sample.decodeTime;
        audio.push(sample);
      }
    },
    onOffline: ({ resumes = false }) => {
      const endedAt = expected === null ? clock.now() : Math.floor(expected / 90);
      // Late samples continue in the middle of a group of pictures, so only the open segment can accept them. The camera is
      // retried again and again meanwhile; that it is still offline ends nothing.
      if (resumes && !cancelWait) {
        flush();
        cancelWait = clock.after(resumeTimeoutMs, () => end());
      } else if (!cancelWait) end();
      deps.onOffline(endedAt);
    },
    get reachesTo() {
      return newestEnd === null ? null : Math.floor(newestEnd / 90);
    },
    cutSoon: () => {
      wantsCut = segmentStart !== null;
    },
    pauseUntil: (monotonic) => {
      resumeAt = monotonic;
      forget();
    },
    stop: (before) => {
      end(before);
      init = nextInit = null;
    },
  };
}
