import type { Clock } from '../../../kernel/clock.ts';
import { videoTimescale, type AudioTrack, type Sample, type SourceListener, type VideoTrack } from '../../media-types.ts';
import { audioTrackOf, readAacFrames } from '../codecs/aac-depacketiser.ts';
import { createDecodeOrder, type DecodeOrder } from '../codecs/decode-order.ts';
import type { AccessUnit } from '../codecs/nal-depacketiser.ts';
import { videoCodecOf } from '../codecs/video-codec.ts';
import { createUnwrapper, parseRtp, type RtpPacket } from './rtp.ts';
import type { SdpMedia } from './sdp.ts';
import { createWallClock } from '../wall-clock.ts';

export interface Receiver {
  /** The data of an interleaved frame; valid during the call only. */
  receive(media: SdpMedia, data: Buffer): void;
}

export type ReceiverListener = Pick<SourceListener, 'onTracks' | 'onSample'>;

/** Turns the RTP of a camera's tracks into tracks and samples on the wall clock. */
export function createReceiver(video: SdpMedia, audio: SdpMedia | null, clock: Clock, listener: ReceiverListener): Receiver {
  const audioTrack = audio && audioTrackOf(audio);
  let hasStarted = false;
  const receiveVideo = createVideoReceiver(video, clock, {
    onTrack: (track) => {
      hasStarted = true;
      listener.onTracks({ video: track, audio: audioTrack });
    },
    onSample: listener.onSample,
  });
  const receiveAudio = audioTrack && createAudioReceiver(audioTrack, audio.clockRate, clock, listener.onSample);
  return {
    receive: (media, data) => {
      const packet = parseRtp(data);
      if (!packet || packet.payloadType !== media.payloadType) return;
      if (media === video) receiveVideo(packet);
      // Tracks come first, with the first key frame.
      else if (media === audio && hasStarted) receiveAudio?.(packet);
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

const samplesAFrame = 1024;

function createAudioReceiver(track: AudioTrack, clockRate: number, clock: Clock, onSample: (sample: Sample) => void): (packet: RtpPacket) => void {
  const unwrap = createUnwrapper();
  const wallClock = createWallClock(clock);
  let lastTime: number | null = null;
  let turnedAt = 0;
  return (packet) => {
    const media = unwrap(packet.timestamp) / clockRate;
    const isTurn = Math.abs(media - turnedAt) >= 2;
    if (isTurn) turnedAt = media;
    let time = Math.round(wallClock.stamp(media, isTurn) * track.sampleRate);
    for (const data of readAacFrames(packet)) {
      // Rounding and slewing must not tear frames apart that follow each other.
      if (lastTime !== null && Math.abs(time - lastTime - samplesAFrame) < samplesAFrame / 2) time = lastTime + samplesAFrame;
      if (lastTime !== null && time <= lastTime) time = lastTime + 1;
      lastTime = time;
      onSample({ kind: 'audio', decodeTime: time, compositionOffset: 0, duration: samplesAFrame, keyFrame: true, data });
      time += samplesAFrame;
    }
  };
}
