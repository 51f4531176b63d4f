import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { Source, SourceEnd, SourceListener } from '../../media-types.ts';
import type { SoundTranscoder } from '../../transcode/sound-transcoder.ts';
import type { NetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { audioName, isPlayableAudio } from '../codecs/audio-codec.ts';
import { connectRtsp, type RtspConnection } from './rtsp-connection.ts';
import { buildKeyFrameRequest } from './rtcp.ts';
import { createRtspMemory, type RtspMemory } from './rtsp-memory.ts';
import { createReceiverReports, type ReceiverReports } from './rtsp-reports.ts';
import { createReceiver, type Receiver } from './rtsp-receiver.ts';
import { describe, play, type Playing, type PlayingTrack } from './rtsp-session.ts';
import { parseRtspUrl, type RtspAddress } from './rtsp-url.ts';
import type { Sdp, SdpMedia } from './sdp.ts';

export interface RtspSourceOptions extends RtspAddress {
  readonly clock: Clock;
  readonly log: Logger;
  readonly network: NetworkPolicy;
  /** Transcodes G.711; without it, cameras that send G.711 have no audio. */
  readonly sound?: SoundTranscoder;
  /** What earlier sources learned of the camera. */
  readonly memory?: RtspMemory;
}

/** Creates a source that pulls a camera's video over RTSP, and ends with the exact reason when that fails. */
export function createRtspSource({ clock, log, network, sound, memory, ...address }: RtspSourceOptions): Source {
  let pulling: Pulling | null = null;
  let isStopped = false;
  return {
    get clockRate() {
      return pulling?.clockRate ?? null;
    },
    requestKeyFrame: () => pulling?.requestKeyFrame(),
    start: (listener: SourceListener) => {
      const end = (error: unknown): void => {
        if (isStopped) return;
        isStopped = true;
        pulling?.stop();
        const { code, message } = error instanceof AppError ? error : new AppError('internal-error', { message: String(error) });
        if (code === 'internal-error') log.error({ err: error }, 'The source of a camera failed');
        listener.onEnd({ code, detail: message });
      };
      pull({ address, clock, network, listener, sound, memory }).then((started) => {
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
  /** Rate of the video's clock; see `Source`. */
  readonly clockRate: number | null;
  /** Does nothing when the camera does not declare how to request one. */
  requestKeyFrame(): void;
  stop(): void;
}

export interface PullOptions {
  readonly address: RtspAddress;
  readonly clock: Clock;
  readonly network: NetworkPolicy;
  readonly listener: Pick<SourceListener, 'onTracks' | 'onSample' | 'onAlive'>;
  readonly onSdp?: (sdp: Sdp) => void;
  readonly signal?: AbortSignal;
  readonly sound?: SoundTranscoder | undefined;
  readonly memory?: RtspMemory | undefined;
}

/**
 * Timeout of the first packet: a camera that answers PLAY sends it immediately, but some fall silent there (seen with GStreamer,
 * 1 time in 50).
 */
const firstPacketTimeoutMs = 3500;
/** A session that is let go after this long without a packet has been ended by the camera. */
const endedSilenceMs = 5000;

/**
 * Connects and plays; leaves nothing open when it throws.
 * @throws {AppError}
 */
export async function pull({
  address,
  clock,
  network,
  listener,
  onSdp,
  signal,
  sound,
  memory = createRtspMemory(),
}: PullOptions): Promise<Pulling> {
  const target = parseRtspUrl(address);
  let tracks: readonly Pick<PlayingTrack, 'media' | 'channel'>[] = [];
  let receiver: Receiver | null = null;
  let reports: ReceiverReports | null = null;
  /** Monotonic time of the last packet, ms. */
  let heardAt: number | null = null;
  /** SSRC of the video. */
  let source: number | null = null;
  let keyFrameRequests = 0;
  const onFrame = (channel: number, data: Buffer): void => {
    for (const track of tracks) {
      if (track.channel + 1 === channel) {
        receiver?.receiveReport(track.media, data);
        reports?.onReport(track.media, data);
      }
      if (track.channel !== channel) continue;
      heardAt = clock.monotonic();
      reports?.onPacket(track.media, data);
      // Some cameras send their sound or their reports on the channel of the picture: they show nothing.
      if (track.media.kind === 'video' && data.length >= 12 && ((data[1] ?? 0) & 0x7f) === track.media.payloadType) {
        source = data.readUInt32BE(8);
        listener.onAlive?.();
      }
      receiver?.receive(track.media, data);
    }
  };
  /** Over UDP, nobody else contains what a packet causes. */
  const onPacket = (channel: number, data: Buffer): void => {
    try {
      onFrame(channel, data);
    } catch (error) {
      connection.close(new AppError('internal-error', { cause: error }));
    }
  };
  const connection: RtspConnection = await connectRtsp({ target, network, clock, memory, onFrame });
  const abort = (): void => connection.close();
  signal?.addEventListener('abort', abort);
  try {
    if (signal?.aborted) throw new AppError('camera-timeout');
    const description = await describe(connection, target.url);
    onSdp?.(description.sdp);
    const { video, audio, unplayedSound } = pickMedia(description.sdp);
    const onEnd = ({ code, detail }: SourceEnd): void =>
      connection.close(new AppError(code === 'codec-unsupported-here' ? 'camera-codec-unsupported' : code, { message: detail }));
    receiver = createReceiver({
      video,
      audio,
      unplayedSound,
      clock,
      listener: { onTracks: (tracks) => listener.onTracks(tracks), onSample: (sample) => listener.onSample(sample), onEnd },
      sound,
    });
    // Frames may arrive before the answer to PLAY: expect them on the channels that SETUP requested.
    const wanted = audio ? [video, audio] : [video];
    tracks = wanted.map((media, index) => ({ media, channel: index * 2 }));
    const playing: Playing = await play({ connection, description, wanted, clock, memory, onPacket });
    tracks = playing.tracks;
    const startedAt = clock.monotonic();
    const received = createReceiverReports(playing.tracks, playing.timeoutSeconds, clock);
    reports = received;
    const stopWaiting = clock.after(firstPacketTimeoutMs, () => {
      if (heardAt === null) connection.close(new AppError('camera-no-video', { message: 'The camera plays, but sends nothing.' }));
    });
    let isStopped = false;
    void connection.closed.then(() => {
      if (!isStopped) playing.onEnded(clock.monotonic() - startedAt);
    });
    return {
      sdp: description.sdp,
      closed: connection.closed,
      get clockRate() {
        return receiver?.clockRate ?? null;
      },
      requestKeyFrame: () => {
        const track = playing.tracks.find(({ media }) => media === video);
        if (!track || source === null || video.keyFrameRequest === null) return;
        keyFrameRequests += 1;
        track.sendReport(buildKeyFrameRequest(video.keyFrameRequest, source, keyFrameRequests));
      },
      stop: () => {
        if (!isStopped && heardAt !== null && clock.monotonic() - heardAt >= endedSilenceMs) playing.onEnded(heardAt - startedAt);
        isStopped = true;
        stopWaiting();
        received.stop();
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

/**
 * Picks the first track of H.264 or H.265, else of motion JPEG, and the first audio track that browsers play; never the camera's loudspeaker.
 * @throws {AppError} camera-codec-unsupported, camera-audio-only
 */
export function pickMedia({ media: all }: Sdp): { video: SdpMedia; audio: SdpMedia | null; unplayedSound: string | null } {
  const media = all.filter(({ isBackChannel }) => !isBackChannel);
  // Prefers a track that needs no transcoding.
  const video = media.find((one) => isPlayableVideo(one) && one.encoding !== 'JPEG') ?? media.find(isPlayableVideo);
  if (!video) {
    if (media.some(({ kind }) => kind === 'audio') && !media.some(({ kind }) => kind === 'video')) throw new AppError('camera-audio-only');
    const found = media.map(({ encoding }) => encoding).join(', ');
    throw new AppError('camera-codec-unsupported', { message: `No H.264, H.265 or JPEG track, only: ${found || 'none'}` });
  }
  const audio = media.find(isPlayableAudio) ?? null;
  const unplayed = audio ? undefined : media.find(({ kind }) => kind === 'audio');
  return { video, audio, unplayedSound: unplayed ? audioName(unplayed) : null };
}

export function isPlayableVideo({ kind, encoding, parameters }: SdpMedia): boolean {
  if (kind !== 'video') return false;
  // Interleaved modes mix the parts of several pictures.
  if (encoding === 'H264') return parameters.get('packetization-mode') !== '2';
  return encoding === 'JPEG' || (encoding === 'H265' && Number(parameters.get('sprop-max-don-diff') ?? 0) === 0);
}
