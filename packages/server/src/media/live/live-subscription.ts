import type { ErrorCode } from '@watchpost/contract/kernel';
import { encodeLiveMedia, type LiveServerMessage } from '@watchpost/contract/protocols/live';
import type { Clock } from '@watchpost/contract/timing/clock';
import { videoTimescale, type Tracks } from '../media-types.ts';
import { displaySizeOf } from '../packaging/display-size.ts';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createStreamView } from '../stream/stream-view.ts';
import { createKeyFrames } from './key-frames.ts';
import { createLiveChannel } from './live-channel.ts';
import type { MessageMemo } from './live-messages.ts';

/** What a viewer requested on a channel, limited to what the viewer may see. */
export interface LiveRequest {
  readonly quality: 'auto' | 'low' | 'high';
  readonly audio: boolean;
  /** Whether the viewer may hear the camera, wanted or not. */
  readonly canHear: boolean;
  readonly frames: 'all' | 'key';
  readonly hevc: boolean;
}

/** One camera on one channel of a viewer's socket. */
export interface LiveSubscription {
  /** Changes quality, audio or the set of frames; the picture continues meanwhile. */
  update(request: LiveRequest): void;
  /** Whether nothing can be shown before the camera's next key frame. */
  readonly needsKeyFrame: boolean;
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

export function createLiveSubscription(deps: LiveSubscriptionDeps, first: LiveRequest): LiveSubscription {
  const { number, cameraId, streams, clock, memo, send, sendMedia } = deps;
  /** The request that the current media fulfils; a new request applies from its own tracks on. */
  let flow = first;
  let request = first;
  let tracks: Tracks | null = null;
  /** What was received; `tracks` is what is sent of it. */
  let received: Tracks | null = null;
  const keyFrames = createKeyFrames();

  const channel = createLiveChannel({
    tracks: (next) => {
      const init = initSectionOf(next);
      sendMedia(encodeLiveMedia({ kind: 'init', keyFrame: false, discontinuity: false, channel: number, time: 0, payload: init.bytes }));
    },
    fragment: (sample, fragment, discontinuity) => {
      const timescale = sample.kind === 'video' ? videoTimescale : (tracks?.audio?.sampleRate ?? 1);
      sendMedia(
        memo(fragment, {
          channel: number,
          keyFrame: sample.kind === 'video' && sample.keyFrame,
          discontinuity,
          time: (sample.decodeTime / timescale) * 1000,
        }),
      );
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
          const next = request.frames === 'key' ? withoutAudio(found) : found;
          // Only the sound that this viewer does not get has come or gone: the picture goes on.
          const isSamePicture = flow === request && received?.video === found.video && !tracks?.audio && !next.audio;
          flow = request;
          received = found;
          tracks = next;
          const { width, height } = displaySizeOf(tracks.video);
          send({
            type: 'tracks',
            channel: number,
            mimeType: initSectionOf(tracks).mimeType,
            width,
            height,
            hasAudio: tracks.audio !== null || (flow.canHear && flow.frames === 'all' && (tracks.isAudioLeftOut ?? false)),
            quality,
            isTranscoded: tracks.isTranscoded ?? false,
          });
          if (isSamePicture) return;
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
    viewRequest(first),
  );
  return {
    update: (next) => {
      request = next;
      view.update(viewRequest(next));
    },
    get needsKeyFrame() {
      return channel.needsKeyFrame;
    },
    end: () => view.end(),
  };
}

/** Maps a request to a stream. Clients resolve `auto` themselves by asking for one of the two; the server treats it as `high`. */
function viewRequest({ quality, audio, frames, hevc }: LiveRequest): { quality: 'low' | 'high'; audio: boolean; hevc: boolean } {
  return { quality: quality === 'low' ? 'low' : 'high', audio: audio && frames === 'all', hevc };
}
