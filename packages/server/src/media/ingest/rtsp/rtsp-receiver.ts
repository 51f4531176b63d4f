import type { Clock } from '@watchpost/contract/timing/clock';
import { videoTimescale, type Sample, type SourceEnd, type SourceListener, type VideoTrack } from '../../media-types.ts';
import type { SoundTranscoder } from '../../transcode/sound-transcoder.ts';
import { audioName } from '../codecs/audio-codec.ts';
import { createDecodeOrder, type DecodeOrder } from '../codecs/decode-order.ts';
import type { AccessUnit } from '../codecs/nal-depacketiser.ts';
import { videoCodecOf } from '../codecs/video-codec.ts';
import { readSenderReport } from './rtcp.ts';
import { createSourceJoin, parseRtp, type RtpPacket } from './rtp.ts';
import { createRtpClock, type RtpClock } from './rtp-clock.ts';
import { createAudioReceiver } from './rtsp-audio-receiver.ts';
import { createJpegReceiver } from './rtsp-jpeg-receiver.ts';
import type { SdpMedia } from './sdp.ts';

export interface Receiver {
  /** Receives the data of an interleaved frame, which is valid only during the call. */
  receive(media: SdpMedia, data: Buffer): void;
  /** Receives the RTCP packets of a track. */
  receiveReport(media: SdpMedia, data: Buffer): void;
  /** Seconds of the camera's clock per real second; null until it has been measured for long enough. */
  readonly clockRate: number | null;
  stop(): void;
}

export interface ReceiverOptions {
  readonly video: SdpMedia;
  readonly audio: SdpMedia | null;
  /** Name of the camera's audio codec when the server can't play it. */
  readonly unplayedSound?: string | null;
  readonly clock: Clock;
  readonly listener: ReceiverListener;
  /** Transcodes G.711; without it, cameras that send G.711 have no audio. */
  readonly sound?: SoundTranscoder | undefined;
}

interface ReceiverListener extends Pick<SourceListener, 'onTracks' | 'onSample'> {
  /** The transcoder to H.264 has ended. */
  onEnd(reason: SourceEnd): void;
}

/** Turns the RTP of a camera's tracks into tracks and samples on the wall clock. */
export function createReceiver({ video, audio, unplayedSound, clock, listener, sound }: ReceiverOptions): Receiver {
  const pictureClock = createRtpClock(video.clockRate, clock);
  const soundClock = audio && createRtpClock(audio.clockRate, clock);
  const audioReceiver =
    audio &&
    soundClock &&
    createAudioReceiver({ media: audio, clock: soundClock, picture: pictureClock, sound, onSample: listener.onSample });
  // Without a transcoder, audio that needs one is not played.
  const unplayed = unplayedSound ?? (audio && !audioReceiver ? audioName(audio) : null);
  let hasStarted = false;
  const isJpeg = video.encoding === 'JPEG';
  const videoListener = {
    onTrack: (track: VideoTrack): void => {
      hasStarted = true;
      listener.onTracks({
        video: track,
        audio: audioReceiver?.track ?? null,
        ...(unplayed !== null && { unplayedSound: unplayed }),
        ...(isJpeg && { isTranscoded: true }),
      });
    },
    onSample: listener.onSample,
    onEnd: listener.onEnd,
  };
  const jpeg = isJpeg ? createJpegReceiver({ clock, picture: pictureClock, listener: videoListener }) : null;
  const receiveVideo = jpeg?.receive ?? createVideoReceiver(video, pictureClock, videoListener);
  const join = createSourceJoin();
  return {
    receive: (media, data) => {
      const packet = parseRtp(data);
      if (!packet || packet.payloadType !== media.payloadType) return;
      if (media === video) receiveVideo(join(packet, data.readUInt32BE(8)));
      // The tracks come first, together with the first key frame.
      else if (media === audio && hasStarted) audioReceiver?.receive(packet);
    },
    receiveReport: (media, data) => {
      const report = readSenderReport(data);
      if (report) (media === video ? pictureClock : soundClock)?.report(report);
    },
    get clockRate() {
      return pictureClock.wall.rate;
    },
    stop: () => {
      audioReceiver?.stop();
      jpeg?.stop();
    },
  };
}

interface VideoListener {
  onTrack(track: VideoTrack): void;
  onSample(sample: Sample): void;
}

function createVideoReceiver(media: SdpMedia, clock: RtpClock, listener: VideoListener): (packet: RtpPacket) => void {
  const codec = videoCodecOf(media);
  const { parameterSets } = codec;
  const { wall } = clock;
  let track: VideoTrack | null = null;
  let order: DecodeOrder | null = null;
  let lastTime: number | null = null;
  let frameTime = videoTimescale / 25;
  /** Pictures that the depacketiser had dropped at the last one. */
  let dropped = 0;
  /** Damaged pictures since the last one that was passed on. */
  let damaged = 0;
  /** A picture is missing that the following ones build on, up to the next key frame. */
  let isBroken = false;

  const toVideoTicks = (ticks: number): number => Math.round((ticks / media.clockRate) * wall.scale * videoTimescale);

  const start = (picture: readonly Uint8Array[]): boolean => {
    const current = parameterSets.current(picture);
    if (!current) return track !== null;
    if (current.track === track) return true;
    track = current.track;
    if (lastTime === null && current.frameRate !== null) frameTime = Math.round(videoTimescale / current.frameRate);
    order = createDecodeOrder(current.reorderFrames, media.clockRate);
    listener.onTrack(track);
    return true;
  };

  const onAccessUnit = ({ timestamp, units, keyFrame }: AccessUnit): void => {
    for (const unit of units) parameterSets.add(unit);
    const lost = depacketiser.dropped - dropped;
    dropped = depacketiser.dropped;
    const isDecodable = parameterSets.canDecode(units);
    isBroken = !isDecodable || (!keyFrame && (isBroken || lost > 0));
    damaged += lost + (isBroken ? 1 : 0);
    // What names parameter sets that have not come stops some decoders for good.
    if (!isDecodable) return;
    const time = Math.round(clock.timeOf(timestamp) * media.clockRate);
    if (keyFrame ? !start(units) : track === null) return;
    if (!order) return;
    const { decodeTime: mediaTime, compositionOffset } = order.next(time);
    const stamped = Math.round(wall.stamp(mediaTime / media.clockRate) * videoTimescale);
    const decodeTime = lastTime === null ? stamped : Math.max(stamped, lastTime + 1);
    const step = lastTime === null ? 0 : decodeTime - lastTime;
    // Uses the last step, because the next is not known yet; a pause is no frame's duration.
    if (step > videoTimescale / 250 && step < videoTimescale * 2) frameTime = step;
    lastTime = decodeTime;
    const data = codec.toSample(units);
    listener.onSample({
      kind: 'video',
      decodeTime,
      compositionOffset: toVideoTicks(compositionOffset),
      duration: frameTime,
      keyFrame,
      ...(damaged > 0 && { damaged }),
      data,
    });
    damaged = 0;
  };
  const depacketiser = codec.createDepacketiser(onAccessUnit);
  return (packet) => depacketiser.push(packet);
}
