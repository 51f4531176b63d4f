import type { ProbeSourceAnswer } from '@watchpost/contract/schemas/add-camera';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';
import type { VideoTrack } from '../../media-types.ts';
import type { NetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { displaySizeOf } from '../../packaging/display-size.ts';
import { isPlayableAudio } from '../codecs/audio-codec.ts';
import { videoCodecOf } from '../codecs/video-codec.ts';
import { isPlayableVideo, pickMedia, pull, type Pulling } from './rtsp-source.ts';
import type { RtspAddress } from './rtsp-url.ts';
import type { Sdp } from './sdp.ts';

export interface ProbeOptions extends RtspAddress {
  readonly clock: Clock;
  readonly network: NetworkPolicy;
  readonly signal?: AbortSignal;
}

/** Limit for the whole probe, because a user is waiting. */
const timeoutMs = 9500;
/** Pictures without a key frame for this long mean a camera with long groups of pictures. */
const keyFrameTimeoutMs = 3000;

/**
 * Checks that an address delivers video. Ends at the first key frame, or when it is clear that the next one is far away; takes at
 * most 10 s and leaves nothing open.
 * @throws {AppError} with the exact reason
 */
export async function probeRtsp({ clock, network, signal, ...address }: ProbeOptions): Promise<ProbeSourceAnswer> {
  const abort = new AbortController();
  let pulling: Pulling | null = null;
  let sdp: Sdp | null = null;
  let cancel = (): void => undefined;
  let cancelKeyFrame = (): void => undefined;
  let giveUp = (_error: AppError): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    giveUp = reject;
    // A camera that connects and describes itself but sends no picture is not the same as one that doesn't answer.
    cancel = clock.after(timeoutMs, () => reject(new AppError(sdp ? 'camera-no-video' : 'camera-timeout')));
  });
  const leave = (): void => giveUp(new AppError('camera-timeout', { message: 'Given up.' }));
  signal?.addEventListener('abort', leave);
  try {
    const look = (): Promise<VideoTrack | null> =>
      new Promise((resolve, reject) => {
        let track: VideoTrack | null = null;
        let isAlive = false;
        const listener = {
          onTracks: (tracks: { video: VideoTrack }) => void (track = tracks.video),
          onSample: () => void (track && resolve(track)),
          onAlive: () => {
            if (isAlive) return;
            isAlive = true;
            cancelKeyFrame = clock.after(keyFrameTimeoutMs, () => resolve(trackOf(sdp)));
          },
        };
        pull({ address, clock, network, listener, onSdp: (found) => void (sdp = found), signal: abort.signal }).then((started) => {
          pulling = started;
          if (abort.signal.aborted) started.stop();
          void started.closed.then(reject);
        }, reject);
      });
    // A camera that plays but sends nothing often only needs a second request.
    const picture = look().catch((error: unknown) => {
      if (abort.signal.aborted || !(error instanceof AppError) || error.code !== 'camera-no-video') throw error;
      stop(pulling);
      return look();
    });
    const track = await Promise.race([picture, ended]);
    return { tracks: tracksOf(sdp, track && displaySizeOf(track)) };
  } finally {
    cancel();
    cancelKeyFrame();
    signal?.removeEventListener('abort', leave);
    abort.abort();
    stop(pulling);
  }
}

function stop(pulling: Pulling | null): void {
  pulling?.stop();
}

/** Returns the track that the camera describes in advance; null when it does not. */
function trackOf(sdp: Sdp | null): VideoTrack | null {
  const video = sdp && pickMedia(sdp).video;
  return (video && video.encoding !== 'JPEG' && videoCodecOf(video).parameterSets.current()?.track) || null;
}

function tracksOf(sdp: Sdp | null, size: { readonly width: number; readonly height: number } | null): ProbeSourceAnswer['tracks'] {
  let isFirst = true;
  return (sdp?.media ?? []).flatMap((media) => {
    if ((media.kind !== 'video' && media.kind !== 'audio') || media.isBackChannel) return [];
    const isMain = isFirst && isPlayableVideo(media);
    if (isMain) isFirst = false;
    return [
      {
        kind: media.kind,
        encoding: media.encoding,
        playable: isPlayableVideo(media) || isPlayableAudio(media),
        ...(isMain && size && { width: size.width, height: size.height }),
      },
    ];
  });
}
