import type { Clock } from '@watchpost/contract/timing/clock';
import { isHevc, type Sample, type StreamQuality, type Tracks } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createStreamView } from '../stream/stream-view.ts';
import { createRtpStream } from './rtp-stream.ts';

/** One player's view of a camera: waits for its tracks, then sends RTP packets. */
export interface RtspPlayback {
  /** Resolves with the camera's tracks; null when it sends nothing in time. */
  readonly tracks: Promise<Tracks | null>;
  /** Sends from now on, beginning with the current group of pictures. */
  play(): void;
  /** Sends a sender report for each track. */
  report(): void;
  end(): void;
}

export interface RtspPlaybackOptions {
  readonly cameraId: string;
  readonly quality: StreamQuality;
  readonly withAudio: boolean;
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  readonly listener: {
    /** @param packets all of one sample */
    onPackets(kind: 'video' | 'audio', packets: readonly Buffer[]): void;
    onReport(kind: 'video' | 'audio', report: Buffer): void;
    /** Whether the connection can't keep up: the rest of the group of pictures is skipped. */
    isCongested(): boolean;
    /** What was described has changed, or nothing playable comes: the player must connect again. */
    onEnd(): void;
  };
}

const describeTimeoutMs = 5000;
/** Between the pictures of the current group, which are sent at once: 1 ms, in ticks. */
const replayStep = 90;

export function createRtspPlayback({ cameraId, quality, withAudio, streams, clock, listener }: RtspPlaybackOptions): RtspPlayback {
  const rtp = { video: createRtpStream('video'), audio: createRtpStream('audio') };
  let tracks: Tracks | null = null;
  let described: Tracks | null = null;
  /** What the cache replays; null outside of a replay. */
  let replay: Sample[] | null = null;
  let isPlaying = false;
  let isSkipping = false;
  let lastPresentation = 0;
  let isOver = false;
  const { promise, resolve } = Promise.withResolvers<Tracks | null>();
  const settle = (value: Tracks | null): void => {
    cancelTimeout();
    described ??= value;
    resolve(value);
  };
  const cancelTimeout = clock.after(describeTimeoutMs, () => settle(null));
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    settle(null);
    view.end();
  };

  const send = (sample: Sample, presentation: number): void => {
    const track = tracks?.[sample.kind];
    if (!track) return;
    if (sample.kind === 'video') {
      if (listener.isCongested()) isSkipping = true;
      else if (sample.keyFrame) isSkipping = false;
      lastPresentation = Math.max(lastPresentation, presentation);
    }
    if (!isSkipping) listener.onPackets(sample.kind, rtp[sample.kind].packets(sample, track, presentation));
  };
  const request = { quality, audio: withAudio, hevc: true };
  const view = createStreamView(
    {
      streams,
      cameraId,
      clock,
      listener: {
        onTracks: (next) => {
          tracks = next;
          if (described && !isSameFormat(described, next)) listener.onEnd();
          else settle(next);
        },
        onSample: (sample) => {
          if (!isPlaying) return;
          if (!replay) send(sample, sample.decodeTime + sample.compositionOffset);
          // The sound of the current group of pictures is not repeated.
          else if (sample.kind === 'video') replay.push(sample);
        },
        onImpossible: () => (described ? listener.onEnd() : settle(null)),
      },
    },
    request,
  );

  return {
    tracks: promise,
    play: () => {
      if (isPlaying || isOver) return;
      isPlaying = true;
      const pictures: Sample[] = [];
      replay = pictures;
      view.update(request);
      replay = null;
      // Players decode as fast as they can what has almost the same time, and are then at the live picture.
      const inOrder = pictures.toSorted((a, b) => a.decodeTime + a.compositionOffset - (b.decodeTime + b.compositionOffset));
      const last = inOrder.at(-1);
      if (!last) return;
      const newest = last.decodeTime + last.compositionOffset;
      const times = new Map(inOrder.map((sample, index) => [sample, newest - (inOrder.length - 1 - index) * replayStep]));
      for (const sample of pictures) send(sample, times.get(sample) ?? newest);
    },
    report: () => {
      for (const kind of ['video', 'audio'] as const) {
        const report = rtp[kind].report();
        if (report) listener.onReport(kind, report);
      }
    },
    end,
  };
}

/** Whether a player can go on: other parameter sets are in the stream itself, another codec is not. Sound may come and go. */
function isSameFormat(a: Tracks, b: Tracks): boolean {
  const isSameSound =
    !a.audio ||
    !b.audio ||
    (a.audio.codec === b.audio.codec && a.audio.sampleRate === b.audio.sampleRate && a.audio.channels === b.audio.channels);
  return isHevc(a.video) === isHevc(b.video) && isSameSound;
}
