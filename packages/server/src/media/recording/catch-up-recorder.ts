import type { Clock } from '../../kernel/clock.ts';
import { videoTimescale, type Sample, type SourceEnd, type Tracks } from '../media-types.ts';
import { withoutAudio } from '../packaging/init-section.ts';
import type { CameraRecorder } from './camera-recorder.ts';
import type { SegmentWriter } from './segment-writer.ts';

/** A recorder with the writer that is its own: two that record at once never share a file. */
export interface RecorderPair {
  readonly recorder: CameraRecorder;
  readonly writer: SegmentWriter;
}

/** Records one camera: what is live in one place, and what a cut held back where it belongs. */
export interface CatchUpRecorder {
  onTracks(tracks: Tracks): void;
  onSample(sample: Sample, fragment: () => Uint8Array): void;
  onOffline(reason: SourceEnd): void;
  /** @param from where the live picture goes on, in ticks of video */
  onCut(from: number): void;
  onLate(sample: Sample, tracks: Tracks, withSound: boolean): void;
  onLateEnd(): void;
  cutSoon(): void;
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
  /** Told once for each tracks of late samples. */
  readonly onLateTracks: (tracks: Tracks) => void;
}

/** What recorded up to a cut; it takes what comes late of before the next live picture. */
interface Waiting {
  readonly pair: RecorderPair;
  /** Ticks of video. */
  readonly before: number;
  readonly cancel: () => void;
  tracks: Tracks | null;
  withSound: boolean;
}

/** So long after the live picture is back nothing late is expected any more, ms. */
const patience = 120_000;
const mostWaiting = 16;

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
      const entry: Waiting = { pair: live, before: from, cancel: clock.after(patience, () => finish(entry)), tracks: null, withSound: true };
      waiting.push(entry);
      const oldest = waiting[0];
      if (oldest && waiting.length > mostWaiting) finish(oldest);
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

/** A recorder makes its own fragments. */
const noFragment = (): Uint8Array => new Uint8Array();
