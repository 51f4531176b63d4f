import type { Clock } from '../../kernel/clock.ts';
import { videoTimescale, type Sample, type Tracks } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { concatBytes } from '../packaging/boxes.ts';
import { initSectionOf, type InitSection } from '../packaging/init-section.ts';
import { parameterSetsOf } from '../packaging/parameter-sets.ts';
import type { StreamSubscriber } from '../stream/stream-types.ts';
import type { SegmentWriter } from './segment-writer.ts';

export interface CameraRecorderDeps {
  readonly writer: Pick<SegmentWriter, 'open' | 'append' | 'finish' | 'queuedBytes'>;
  readonly clock: Clock;
  /** Unix ms; nothing is recorded before it: footage never overlaps, even when clocks were set back. */
  readonly notBefore: number;
  onRecording(startMs: number): void;
  onOffline(atMs: number): void;
  /** The disk does not keep up: the running segment was given up. */
  onOverload(): void;
}

export interface CameraRecorder extends StreamSubscriber {
  /** Cut at the next key frame: somebody wants to see what was just now. */
  cutSoon(): void;
  /** The disk failed: start anew at a key frame, not before this monotonic time. */
  pauseUntil(monotonic: number): void;
  /** Ends the running segment, before a time (ticks) at the latest; it goes on with the next tracks. */
  stop(before?: number): void;
}

const shortest = 4 * videoTimescale;
const longest = 6 * videoTimescale;
const tolerance = 0.1 * videoTimescale;
const fragmentLength = videoTimescale;
const jump = videoTimescale;
const maximumQueue = 16_000_000;
/** So long a segment is kept open for what may come late, ms. */
const resumePatience = 60_000;

/** Whether a segment ends at this key frame: 4 to 6 s, longer only when the camera's own key frames are further apart. Ticks. */
export function isTimeToCut(elapsed: number, sinceLastKey: number): boolean {
  return elapsed >= shortest - tolerance || elapsed + sinceLastKey > longest + tolerance;
}

export function createCameraRecorder(deps: CameraRecorderDeps): CameraRecorder {
  const { writer, clock } = deps;
  let init: InitSection | null = null;
  /** New tracks count from their key frame on: only its time says where the old ones end. */
  let nextInit: InitSection | null = null;
  let parameterSets: Uint8Array = new Uint8Array(0);
  let segmentStart: number | null = null;
  let lastKey = 0;
  let expected: number | null = null;
  let lastSound = Number.NEGATIVE_INFINITY;
  /** Ends the wait for what may come late; null while nothing is waited for. */
  let cancelWait: (() => void) | null = null;
  let notBefore = deps.notBefore;
  let resumeAt = 0;
  let wantsCut = false;
  let sequence = 0;
  let video: Sample[] = [];
  let audio: Sample[] = [];

  const flush = (): void => {
    // Apart, so that audio can be left out for those who may not hear it.
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
  const begin = (sample: Sample): void => {
    const startMs = Math.floor(sample.decodeTime / 90);
    if (!init || startMs < notBefore || clock.monotonic() < resumeAt) return;
    segmentStart = sample.decodeTime;
    writer.open(startMs, init);
    deps.onRecording(startMs);
  };

  const onVideo = (sample: Sample): void => {
    if (segmentStart !== null && expected !== null && Math.abs(sample.decodeTime - expected) > jump) finish(expected);
    // The last frame of a fragment lasts until the next: its own duration is a guess, and behind a hole MediaSource drops all up to the next key frame.
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
    expected = sample.decodeTime + sample.duration;
    if (segmentStart === null) return;
    const first = video[0];
    if (first && (sample.keyFrame || sample.decodeTime - first.decodeTime >= fragmentLength)) flush();
    // With the parameter sets in it, a segment can follow one of another picture in players that know the first init section alone.
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
      if (writer.queuedBytes > maximumQueue) {
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
      // What comes late goes on in the middle of a group of pictures: only the segment that is open can take it.
      // The camera is looked for again and again meanwhile: that it is still away ends nothing.
      if (resumes && !cancelWait) {
        flush();
        cancelWait = clock.after(resumePatience, () => end());
      } else if (!cancelWait) end();
      deps.onOffline(endedAt);
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
