import type { ErrorCode } from '@watchpost/contract/kernel';
import { encodeLiveMedia, type LiveServerMessage } from '@watchpost/contract/protocols/live';
import type { Clock } from '../../kernel/clock.ts';
import { videoTimescale, type Tracks } from '../media-types.ts';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createStreamView } from '../stream/stream-view.ts';
import { createKeyFrames } from './key-frames.ts';
import { createLiveChannel } from './live-channel.ts';
import type { MessageMemo } from './live-messages.ts';

/** What a viewer asked for on a channel, as far as it is allowed. */
export interface LiveWish {
  readonly quality: 'auto' | 'low' | 'high';
  readonly audio: boolean;
  readonly frames: 'all' | 'key';
  readonly hevc: boolean;
}

/** One camera on one channel of a viewer's socket. */
export interface LiveSubscription {
  /** Another quality, sound or set of frames; the picture goes on meanwhile. */
  update(wish: LiveWish): void;
  end(): void;
}

export interface LiveSubscriptionDeps {
  readonly number: number;
  readonly cameraId: string;
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  readonly memo: MessageMemo;
  readonly send: (message: LiveServerMessage) => void;
  readonly sendMedia: (message: Uint8Array) => void;
  readonly isCongested: () => boolean;
  readonly isClear: () => boolean;
  readonly onImpossible: (code: ErrorCode) => void;
}

export function createLiveSubscription(deps: LiveSubscriptionDeps, first: LiveWish): LiveSubscription {
  const { number, cameraId, streams, clock, memo, send, sendMedia } = deps;
  /** Of the flow that is sent now; the next wish counts from its own tracks on. */
  let flow = first;
  let wish = first;
  let tracks: Tracks | null = null;
  const keyFrames = createKeyFrames();

  const channel = createLiveChannel({
    tracks: (next) => {
      const init = initSectionOf(next);
      sendMedia(encodeLiveMedia({ kind: 'init', keyFrame: false, discontinuity: false, channel: number, time: 0, payload: init.bytes }));
    },
    fragment: (sample, fragment, discontinuity) => {
      const timescale = sample.kind === 'video' ? videoTimescale : (tracks?.audio?.sampleRate ?? 1);
      sendMedia(memo(fragment, { channel: number, keyFrame: sample.kind === 'video' && sample.keyFrame, discontinuity, time: (sample.decodeTime / timescale) * 1000 }));
    },
    isCongested: deps.isCongested,
    isClear: deps.isClear,
  });

  const view = createStreamView(
    {
      streams,
      cameraId,
      clock,
      listener: {
        onTracks: (found, quality) => {
          flow = wish;
          tracks = flow.frames === 'key' ? withoutAudio(found) : found;
          const { width, height } = tracks.video;
          send({ type: 'tracks', channel: number, mimeType: initSectionOf(tracks).mimeType, width, height, hasAudio: tracks.audio !== null, quality, isTranscoded: tracks.isTranscoded ?? false });
          keyFrames.restart();
          channel.onTracks(tracks);
        },
        onSample: (sample, fragment) => {
          if (flow.frames === 'all') channel.onSample(sample, fragment);
          else if (sample.kind === 'video' && sample.keyFrame) channel.onSample(sample, keyFrames.fragmentOf(sample));
        },
        onImpossible: deps.onImpossible,
      },
    },
    viewWish(first),
  );
  return {
    update: (next) => {
      wish = next;
      view.update(viewWish(next));
    },
    end: () => view.end(),
  };
}

/** Automatic is the viewer's own choice between the two; without one it is the full picture. */
function viewWish({ quality, audio, frames, hevc }: LiveWish): { quality: 'low' | 'high'; audio: boolean; hevc: boolean } {
  return { quality: quality === 'low' ? 'low' : 'high', audio: audio && frames === 'all', hevc };
}
