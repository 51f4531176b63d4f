import type { Clock } from '@watchpost/contract/timing/clock';
import { videoTimescale, type Sample, type Tracks } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { initSectionOf } from '../packaging/init-section.ts';
import type { CameraStream } from '../stream/stream-types.ts';
import { livePlaylist } from './hls-playlist.ts';
import { durationOf, type HlsPart, type HlsSegment } from './hls-types.ts';

/** Cuts one camera's live video into parts and segments, in memory. */
export interface HlsPackager {
  /**
   * Resolves true when the part exists, false when it was not ready in time or the camera went offline.
   * @param part null waits until the segment is complete
   */
  waitFor(sequence: number, part: number | null): Promise<boolean>;
  /**
   * Resolves true as soon as playback can start: with `count` complete segments, or with the parts of a very long one.
   * @param count complete segments that the player needs
   */
  waitForStart(count: number): Promise<boolean>;
  /** Sequence number of the next segment; requests beyond it are invalid. */
  readonly nextSequence: number;
  /** Parts of the newest segment so far. */
  readonly partCount: number;
  /** Whether a complete segment can be played. */
  readonly hasSegments: boolean;
  /** Null while the camera is offline. */
  playlist(): string | null;
  /** Null when the segment is not in the window. */
  segment(sequence: number): Uint8Array | null;
  part(sequence: number, part: number): Uint8Array | null;
  init(hash: string): Uint8Array | null;
  stop(): void;
}

const partSeconds = 0.2;
/** How far ahead of the newest part a request may wait (RFC 8216bis, section 6.2.5.2). */
export const advancePartLimit: number = Math.ceil(3 / partSeconds);
const segmentSeconds = 1.8;
const windowSegments = 7;
const minTargetDurationSeconds = 2;
const blockingTimeoutMs = 6000;

interface OpenSegment extends HlsSegment {
  readonly parts: HlsPart[];
  isComplete: boolean;
}

export function createHlsPackager({ stream, audio, clock }: { stream: CameraStream; audio: boolean; clock: Clock }): HlsPackager {
  // Grows faster than the segments do, so that a packager that was stopped and started again never repeats a number.
  let nextSequence = Math.floor(clock.now() / 1000);
  let segments: OpenSegment[] = [];
  let discontinuitySequence = 0;
  let targetDuration = minTargetDurationSeconds;
  let tracks: Tracks | null = null;
  let isDiscontinuity = true;
  let fragmentSequence = 0;
  let pending: { video: Sample[]; audio: Sample[] } = { video: [], audio: [] };
  const inits = new Map<string, Uint8Array>();
  const waiters = new Set<() => void>();

  const notify = (): void => {
    for (const waiter of waiters) waiter();
  };
  const open = (): OpenSegment | null => {
    const last = segments.at(-1);
    return last && !last.isComplete ? last : null;
  };

  /** @param next the frame after the part; without one, the last frame's own duration counts */
  const closePart = (next: Sample | null): void => {
    const segment = open();
    const [first] = pending.video;
    const last = pending.video.at(-1);
    if (!segment || !first || !last) return;
    const end = next ? next.decodeTime : last.decodeTime + last.duration;
    // The last frame lasts until the next: its own duration is a guess, and a gap between two parts stops a player.
    const video = [...pending.video.slice(0, -1), { ...last, duration: Math.max(1, end - last.decodeTime) }];
    const fragments = [video, pending.audio]
      .filter((samples) => samples.length > 0)
      .map((samples) => buildFragment(samples, (fragmentSequence += 1)));
    segment.parts.push({
      bytes: Buffer.concat(fragments),
      duration: Math.max(0.001, (end - first.decodeTime) / videoTimescale),
      isIndependent: first.keyFrame,
    });
    pending = { video: [], audio: [] };
  };
  const closeSegment = (next: Sample | null): void => {
    closePart(next);
    const segment = open();
    if (!segment) return;
    segment.isComplete = true;
    targetDuration = Math.max(targetDuration, Math.round(durationOf(segment)));
    while (segments.length > windowSegments) {
      segments.shift();
      if (segments[0]?.isDiscontinuity) discontinuitySequence += 1;
    }
    const used = new Set(segments.map(({ initHash }) => initHash));
    for (const hash of inits.keys()) if (!used.has(hash)) inits.delete(hash);
  };
  const openSegment = (sample: Sample, current: Tracks): void => {
    const init = initSectionOf(current);
    inits.set(init.hash, init.bytes);
    segments.push({
      sequence: nextSequence++,
      startMs: Math.round((sample.decodeTime / videoTimescale) * 1000),
      parts: [],
      isDiscontinuity,
      initHash: init.hash,
      isComplete: false,
    });
    isDiscontinuity = false;
  };

  const onVideo = (sample: Sample): void => {
    const [first] = pending.video;
    const segment = open();
    const isLongEnough =
      segment && durationOf(segment) + (first ? (sample.decodeTime - first.decodeTime) / videoTimescale : 0) >= segmentSeconds;
    if (sample.keyFrame && (!segment || isLongEnough)) {
      closeSegment(sample);
      if (tracks) openSegment(sample, tracks);
      notify();
    } else if (first && (sample.decodeTime - first.decodeTime) / videoTimescale >= partSeconds - 0.02) {
      closePart(sample);
      notify();
    }
    if (open()) pending.video.push(sample);
  };

  const unsubscribe = stream.subscribe(
    {
      onTracks: (next) => {
        if (tracks) {
          closeSegment(null);
          isDiscontinuity = true;
          notify();
        }
        tracks = next;
      },
      onSample: (sample) => {
        if (sample.kind === 'video') onVideo(sample);
        else if (open()) pending.audio.push(sample);
      },
      onOffline: () => {
        // New viewers must not play old segments as live.
        discontinuitySequence += segments.slice(1).filter((segment) => segment.isDiscontinuity).length + 1;
        segments = [];
        pending = { video: [], audio: [] };
        isDiscontinuity = true;
        notify();
      },
    },
    { audio },
  );

  const waitUntil = (isThere: () => boolean): Promise<boolean> => {
    if (isThere()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (result: boolean): void => {
        waiters.delete(check);
        cancel();
        resolve(result);
      };
      const check = (): void => {
        if (isThere()) end(true);
      };
      const cancel = clock.after(blockingTimeoutMs, () => end(false));
      waiters.add(check);
    });
  };
  const find = (sequence: number): OpenSegment | undefined => segments.find((segment) => segment.sequence === sequence);
  const isPast = (sequence: number): boolean => sequence < (segments.at(-1)?.sequence ?? 0);

  return {
    get nextSequence() {
      return nextSequence;
    },
    get partCount() {
      return segments.at(-1)?.parts.length ?? 0;
    },
    get hasSegments() {
      return segments.some(({ isComplete }) => isComplete);
    },
    // A playlist without a complete segment looks empty to players, which would retry only seconds later.
    waitForStart: async (count) =>
      (await waitUntil(() => segments.filter(({ isComplete }) => isComplete).length >= count)) ||
      segments.some(({ parts }) => parts.length > 0),
    waitFor: (sequence, part) =>
      waitUntil(() => {
        const segment = find(sequence);
        return isPast(sequence) || segment?.isComplete === true || (part !== null && (segment?.parts.length ?? 0) > part);
      }),
    // A segment that has just been opened has nothing to play yet; the preload hint announces it.
    playlist: () => {
      const filled = segments.filter(({ parts }) => parts.length > 0);
      return filled.length > 0 ? livePlaylist({ segments: filled, discontinuitySequence, targetDuration }) : null;
    },
    segment: (sequence) => {
      const segment = find(sequence);
      return segment?.isComplete ? Buffer.concat(segment.parts.map(({ bytes }) => bytes)) : null;
    },
    part: (sequence, part) => find(sequence)?.parts[part]?.bytes ?? null,
    init: (hash) => inits.get(hash) ?? null,
    stop: () => {
      unsubscribe();
      segments = [];
      inits.clear();
    },
  };
}
