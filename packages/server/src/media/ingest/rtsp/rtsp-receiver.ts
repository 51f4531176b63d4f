import type { Clock } from '../../../kernel/clock.ts';
import { videoTimescale, type Sample, type SourceEnd, type SourceListener, type VideoTrack } from '../../media-types.ts';
import type { SoundTranscoder } from '../../transcode/sound-transcoder.ts';
import { createDecodeOrder, type DecodeOrder } from '../codecs/decode-order.ts';
import type { AccessUnit } from '../codecs/nal-depacketiser.ts';
import { videoCodecOf } from '../codecs/video-codec.ts';
import { createUnwrapper, parseRtp, type RtpPacket } from './rtp.ts';
import { createAudioReceiver } from './rtsp-audio-receiver.ts';
import { createJpegReceiver } from './rtsp-jpeg-receiver.ts';
import type { SdpMedia } from './sdp.ts';
import { createWallClock } from '../wall-clock.ts';

export interface Receiver {
  /** The data of an interleaved frame; valid during the call only. */
  receive(media: SdpMedia, data: Buffer): void;
  stop(): void;
}

export interface ReceiverOptions {
  readonly video: SdpMedia;
  readonly audio: SdpMedia | null;
  readonly clock: Clock;
  readonly listener: ReceiverListener;
  /** For cameras that send G.711; without it they are silent. */
  readonly sound?: SoundTranscoder | undefined;
}

export interface ReceiverListener extends Pick<SourceListener, 'onTracks' | 'onSample'> {
  /** What makes H.264 of the camera's pictures has ended. */
  onEnd(reason: SourceEnd): void;
}

/** Turns the RTP of a camera's tracks into tracks and samples on the wall clock. */
export function createReceiver({ video, audio, clock, listener, sound }: ReceiverOptions): Receiver {
  const audioReceiver = audio && createAudioReceiver(audio, clock, sound, listener.onSample);
  let hasStarted = false;
  const isJpeg = video.encoding === 'JPEG';
  const videoListener = {
    onTrack: (track: VideoTrack): void => {
      hasStarted = true;
      listener.onTracks({ video: track, audio: audioReceiver?.track ?? null, ...(isJpeg && { isTranscoded: true }) });
    },
    onSample: listener.onSample,
    onEnd: listener.onEnd,
  };
  const jpeg = isJpeg ? createJpegReceiver({ clockRate: video.clockRate, clock, listener: videoListener }) : null;
  const receiveVideo = jpeg?.receive ?? createVideoReceiver(video, clock, videoListener);
  return {
    receive: (media, data) => {
      const packet = parseRtp(data);
      if (!packet || packet.payloadType !== media.payloadType) return;
      if (media === video) receiveVideo(packet);
      // Tracks come first, with the first key frame.
      else if (media === audio && hasStarted) audioReceiver?.receive(packet);
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

function createVideoReceiver(media: SdpMedia, clock: Clock, listener: VideoListener): (packet: RtpPacket) => void {
  const codec = videoCodecOf(media);
  const { parameterSets } = codec;
  const unwrap = createUnwrapper();
  const wallClock = createWallClock(clock);
  let track: VideoTrack | null = null;
  let order: DecodeOrder | null = null;
  let lastTime: number | null = null;
  let frameTime = videoTimescale / 25;

  const toVideoTicks = (ticks: number): number => (media.clockRate === videoTimescale ? ticks : Math.round((ticks / media.clockRate) * videoTimescale));

  const start = (): boolean => {
    const current = parameterSets.current();
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
    const media90 = unwrap(timestamp);
    if (keyFrame ? !start() : track === null) return;
    if (!order) return;
    const { decodeTime: mediaTime, compositionOffset } = order.next(media90);
    const stamped = Math.round(wallClock.stamp(mediaTime / media.clockRate, keyFrame) * videoTimescale);
    const decodeTime = lastTime === null ? stamped : Math.max(stamped, lastTime + 1);
    const step = lastTime === null ? 0 : decodeTime - lastTime;
    // The last distance, as the next is not known yet; a pause is no frame's duration.
    if (step > videoTimescale / 250 && step < videoTimescale * 2) frameTime = step;
    lastTime = decodeTime;
    const data = codec.toSample(units);
    listener.onSample({ kind: 'video', decodeTime, compositionOffset: toVideoTicks(compositionOffset), duration: frameTime, keyFrame, data });
  };
  const depacketiser = codec.createDepacketiser(onAccessUnit);
  return (packet) => depacketiser.push(packet);
}
