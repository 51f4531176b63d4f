import type { Clock } from '@watchpost/contract/timing/clock';
import { videoTimescale, type Sample, type SourceEnd, type Tracks } from '../media-types.ts';
import { withoutAudio } from '../packaging/init-section.ts';
import type { CameraRecorder } from './camera-recorder.ts';
import type { SegmentWriter } from './segment-writer.ts';
import type { Span } from './spans.ts';

/** A recorder with its own writer: two that record at the same time never share a file. */
export interface RecorderPair {
  readonly recorder: CameraRecorder;
  readonly writer: SegmentWriter;
}

/** Records one camera: live samples in one recorder, and samples that arrive late after an interruption in their own place. */
export interface CatchUpRecorder {
  onTracks(tracks: Tracks): void;
  onSample(sample: Sample, fragment: () => Uint8Array): void;
  onOffline(reason: SourceEnd): void;
  /** @param from decode time at which the live picture continues, ticks of video */
  onCut(from: number): void;
  onLate(sample: Sample, tracks: Tracks, withSound: boolean): void;
  onLateEnd(): void;
  cutSoon(): void;
  /** The span that is being written and is not footage yet. */
  readonly unfinished: Span | null;
  pauseUntil(monotonic: number): void;
  stop(): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

export interface CatchUpRecorderDeps {
  readonly clock: Clock;
  /** Unix ms; nothing is recorded before it. */
  readonly notBefore: number;
  readonly openPair: (notBefore: number) => RecorderPair;
  /** Called once for each set of tracks of late samples. */
  readonly onLateTracks: (tracks: Tracks) => void;
}

/** The recorder that ran until an interruption; it receives the late samples from before the next live picture. */
interface Waiting {
  readonly pair: RecorderPair;
  /** Decode time of the next live picture, ticks of video. */
  readonly before: number;
  readonly cancel: () => void;
  tracks: Tracks | null;
  withSound: boolean;
}

/** After the live picture has been back for this long, no late samples are expected any more. */
const catchUpTimeoutMs = 120_000;
const maxPending = 16;

export function createCatchUpRecorder({ clock, notBefore, openPair, onLateTracks }: CatchUpRecorderDeps): CatchUpRecorder {
  let live = openPair(notBefore);
  let waiting: Waiting[] = [];
  const closing = new Set<Promise<void>>();

  const finish = (entry: Waiting): void => {
    entry.cancel();
    waiting = waiting.filter((other) => other !== entry);
    entry.pair.recorder.stop(entry.before);
    const closed = entry.pair.writer.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  const finishAll = (): void => waiting.forEach(finish);

  return {
    onTracks: (tracks) => live.recorder.onTracks(tracks),
    onSample: (sample, fragment) => live.recorder.onSample(sample, fragment),
    onOffline: (reason) => live.recorder.onOffline?.(reason),
    onCut: (from) => {
      const entry: Waiting = {
        pair: live,
        before: from,
        cancel: clock.after(catchUpTimeoutMs, () => finish(entry)),
        tracks: null,
        withSound: true,
      };
      waiting.push(entry);
      const oldest = waiting[0];
      if (oldest && waiting.length > maxPending) finish(oldest);
      live = openPair(Math.max(notBefore, Math.floor(from / 90)));
    },
    onLate: (sample, tracks, withSound) => {
      const scale = sample.kind === 'video' ? videoTimescale : (tracks.audio?.sampleRate ?? videoTimescale);
      const time = (sample.decodeTime / scale) * videoTimescale;
      const entry = waiting.find(({ before }) => time < before);
      if (!entry || (sample.kind === 'audio' && !withSound)) return;
      if (entry.tracks !== tracks || entry.withSound !== withSound) {
        entry.tracks = tracks;
        entry.withSound = withSound;
        onLateTracks(tracks);
        entry.pair.recorder.onTracks(withSound ? tracks : withoutAudio(tracks));
      }
      entry.pair.recorder.onSample(sample, noFragment);
    },
    onLateEnd: finishAll,
    cutSoon: () => live.recorder.cutSoon(),
    get unfinished() {
      const [from, to] = [live.writer.unfinishedSince, live.recorder.reachesTo];
      return from !== null && to !== null && to > from ? { from, to } : null;
    },
    pauseUntil: (monotonic) => {
      for (const { recorder } of [live, ...waiting.map(({ pair }) => pair)]) recorder.pauseUntil(monotonic);
    },
    stop: () => live.recorder.stop(),
    close: async () => {
      finishAll();
      live.recorder.stop();
      await live.writer.close();
      await Promise.all(closing);
    },
  };
}

/** Recorders make their own fragments. */
const noFragment = (): Uint8Array => new Uint8Array();
