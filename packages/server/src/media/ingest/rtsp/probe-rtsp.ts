import type { ProbeSourceAnswer } from '@watchpost/contract/schemas/add-camera';
import { AppError } from '../../../kernel/app-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { VideoTrack } from '../../media-types.ts';
import type { NetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { isPlayableAudio, isPlayableVideo, pull, type Pulling } from './rtsp-source.ts';
import type { RtspAddress } from './rtsp-url.ts';
import type { Sdp } from './sdp.ts';

export interface ProbeOptions extends RtspAddress {
  readonly clock: Clock;
  readonly network: NetworkPolicy;
  readonly signal?: AbortSignal;
}

/** All of it, ms: a person waits. */
const patience = 9500;

/**
 * Looks whether a picture comes from an address: up to the first key frame, at most 10 s, nothing left open.
 * @throws {AppError} with the exact reason
 */
export async function probeRtsp({ clock, network, signal, ...address }: ProbeOptions): Promise<ProbeSourceAnswer> {
  const abort = new AbortController();
  let pulling: Pulling | null = null;
  let sdp: Sdp | null = null;
  let cancel = (): void => undefined;
  let giveUp = (_error: AppError): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    giveUp = reject;
    // Connected and described but no picture is another thing than no answer.
    cancel = clock.after(patience, () => reject(new AppError(sdp ? 'camera-no-video' : 'camera-timeout')));
  });
  const leave = (): void => giveUp(new AppError('camera-timeout', { message: 'Given up.' }));
  signal?.addEventListener('abort', leave);
  try {
    const look = (): Promise<VideoTrack> =>
      new Promise((resolve, reject) => {
        let track: VideoTrack | null = null;
        const listener = {
          onTracks: (tracks: { video: VideoTrack }) => void (track = tracks.video),
          onSample: () => void (track && resolve(track)),
        };
        pull({ address, clock, network, listener, onSdp: (found) => void (sdp = found), signal: abort.signal }).then((started) => {
          pulling = started;
          if (abort.signal.aborted) started.stop();
          void started.closed.then(reject);
        }, reject);
      });
    // A camera that plays but sends nothing often only needs to be asked again.
    const picture = look().catch((error: unknown) => {
      if (abort.signal.aborted || !(error instanceof AppError) || error.code !== 'camera-no-video') throw error;
      stop(pulling);
      return look();
    });
    const { width, height } = await Promise.race([picture, ended]);
    return { tracks: tracksOf(sdp, width, height) };
  } finally {
    cancel();
    signal?.removeEventListener('abort', leave);
    abort.abort();
    stop(pulling);
  }
}

function stop(pulling: Pulling | null): void {
  pulling?.stop();
}

function tracksOf(sdp: Sdp | null, width: number, height: number): ProbeSourceAnswer['tracks'] {
  let isFirst = true;
  return (sdp?.media ?? []).flatMap((media) => {
    if (media.kind !== 'video' && media.kind !== 'audio') return [];
    const isMain = isFirst && isPlayableVideo(media);
    if (isMain) isFirst = false;
    return [{ kind: media.kind, encoding: media.encoding, playable: isPlayableVideo(media) || isPlayableAudio(media), ...(isMain && { width, height }) }];
  });
}
