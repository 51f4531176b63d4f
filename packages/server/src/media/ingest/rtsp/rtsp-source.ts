import { AppError } from '../../../kernel/app-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { Source, SourceEnd, SourceListener } from '../../media-types.ts';
import type { SoundTranscoder } from '../../transcode/sound-transcoder.ts';
import type { NetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { connectRtsp, type RtspConnection } from './rtsp-connection.ts';
import { createReceiver, type Receiver } from './rtsp-receiver.ts';
import { describe, play, type Playing, type PlayingTrack } from './rtsp-session.ts';
import { parseRtspUrl, type RtspAddress } from './rtsp-url.ts';
import type { Sdp, SdpMedia } from './sdp.ts';

export interface RtspSourceOptions extends RtspAddress {
  readonly clock: Clock;
  readonly log: Logger;
  readonly network: NetworkPolicy;
  /** For cameras that send G.711; without it they are silent. */
  readonly sound?: SoundTranscoder;
}

/** Pulls a camera's video over RTSP; ends with the exact reason when that is not possible (any more). */
export function createRtspSource({ clock, log, network, sound, ...address }: RtspSourceOptions): Source {
  let pulling: Pulling | null = null;
  let isStopped = false;
  return {
    start: (listener: SourceListener) => {
      const end = (error: unknown): void => {
        if (isStopped) return;
        isStopped = true;
        pulling?.stop();
        const { code, message } = error instanceof AppError ? error : new AppError('internal-error', { message: String(error) });
        if (code === 'internal-error') log.error({ err: error }, 'The source of a camera failed');
        listener.onEnd({ code, detail: message });
      };
      pull({ address, clock, network, listener, sound }).then((started) => {
        pulling = started;
        if (isStopped) started.stop();
        else void started.closed.then(end);
      }, end);
    },
    stop: async () => {
      isStopped = true;
      pulling?.stop();
    },
  };
}

export interface Pulling {
  readonly sdp: Sdp;
  readonly closed: Promise<AppError>;
  stop(): void;
}

export interface PullOptions {
  readonly address: RtspAddress;
  readonly clock: Clock;
  readonly network: NetworkPolicy;
  readonly listener: Pick<SourceListener, 'onTracks' | 'onSample'>;
  readonly onSdp?: (sdp: Sdp) => void;
  readonly signal?: AbortSignal;
  readonly sound?: SoundTranscoder | undefined;
}

/** A camera that says it plays sends its first packet at once; some fall silent there (seen with GStreamer, 1 time in 50), ms. */
const firstPacketTime = 3500;

/** Connects and plays; nothing is left open when it throws. @throws {AppError} */
export async function pull({ address, clock, network, listener, onSdp, signal, sound }: PullOptions): Promise<Pulling> {
  const target = parseRtspUrl(address);
  let tracks: readonly PlayingTrack[] = [];
  let receiver: Receiver | null = null;
  let hasPackets = false;
  const onFrame = (channel: number, data: Buffer): void => {
    for (const track of tracks) {
      if (track.channel !== channel) continue;
      hasPackets = true;
      receiver?.receive(track.media, data);
    }
  };
  const connection: RtspConnection = await connectRtsp({ target, network, clock, onFrame });
  const abort = (): void => connection.close();
  signal?.addEventListener('abort', abort);
  try {
    if (signal?.aborted) throw new AppError('camera-timeout');
    const description = await describe(connection, target.url);
    onSdp?.(description.sdp);
    const { video, audio } = pickMedia(description.sdp);
    const onEnd = ({ code, detail }: SourceEnd): void => connection.close(new AppError(code === 'codec-unsupported-here' ? 'camera-codec-unsupported' : code, { message: detail }));
    receiver = createReceiver({ video, audio, clock, listener: { onTracks: (tracks) => listener.onTracks(tracks), onSample: (sample) => listener.onSample(sample), onEnd }, sound });
    // Frames may overtake the answer to PLAY: expect them where SETUP was asked to put them.
    const wanted = audio ? [video, audio] : [video];
    tracks = wanted.map((media, index) => ({ media, channel: index * 2 }));
    const playing: Playing = await play({ connection, description, wanted, clock, onPacket: onFrame });
    tracks = playing.tracks;
    const stopWaiting = clock.after(firstPacketTime, () => {
      if (!hasPackets) connection.close(new AppError('camera-no-video', { message: 'The camera plays, but sends nothing.' }));
    });
    return {
      sdp: description.sdp,
      closed: connection.closed,
      stop: () => {
        stopWaiting();
        receiver?.stop();
        playing.stop();
        connection.close();
      },
    };
  } catch (error) {
    receiver?.stop();
    connection.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** The first track of H.264 or H.265, motion JPEG where there is none, and the first track with sound that browsers play. @throws {AppError} camera-codec-unsupported */
function pickMedia(sdp: Sdp): { video: SdpMedia; audio: SdpMedia | null } {
  // Of several, the one that needs no transcoding.
  const video = sdp.media.find((media) => isPlayableVideo(media) && media.encoding !== 'JPEG') ?? sdp.media.find(isPlayableVideo);
  if (!video) {
    const found = sdp.media.map(({ encoding }) => encoding).join(', ');
    throw new AppError('camera-codec-unsupported', { message: `No H.264, H.265 or JPEG track, only: ${found || 'none'}` });
  }
  return { video, audio: sdp.media.find(isPlayableAudio) ?? null };
}

export function isPlayableVideo({ kind, encoding, parameters }: SdpMedia): boolean {
  if (kind !== 'video') return false;
  // Interleaved modes send pictures in parts of each other.
  if (encoding === 'H264') return parameters.get('packetization-mode') !== '2';
  return encoding === 'JPEG' || (encoding === 'H265' && Number(parameters.get('sprop-max-don-diff') ?? 0) === 0);
}

export function isPlayableAudio({ kind, encoding }: SdpMedia): boolean {
  return kind === 'audio' && ['MPEG4-GENERIC', 'PCMA', 'PCMU'].includes(encoding);
}
