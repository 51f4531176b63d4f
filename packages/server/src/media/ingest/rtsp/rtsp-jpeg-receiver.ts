import type { Clock } from '@watchpost/contract/timing/clock';
import { videoTimescale, type Sample, type SourceEnd, type VideoTrack } from '../../media-types.ts';
import { createVideoTranscoder, type VideoTranscoder, type VideoTranscoderOptions } from '../../transcode/video-transcoder.ts';
import { createJpegDepacketiser } from '../codecs/jpeg-depacketiser.ts';
import type { RtpPacket } from './rtp.ts';
import type { RtpClock } from './rtp-clock.ts';

export interface JpegReceiverOptions {
  readonly clock: Clock;
  readonly picture: RtpClock;
  readonly listener: { onTrack(track: VideoTrack): void; onSample(sample: Sample): void; onEnd(reason: SourceEnd): void };
  readonly createTranscoder?: (options: VideoTranscoderOptions) => VideoTranscoder;
}

/** Pictures that the transcoder has: it answers within seconds. */
const maxRemembered = 300;
const size = { fitInto: { width: 1920, height: 1080 }, frameRate: 25 } as const;

/** Receives motion JPEG and transcodes it to H.264, because it neither records nor plays well. */
export function createJpegReceiver({ clock, picture, listener, createTranscoder = createVideoTranscoder }: JpegReceiverOptions): {
  receive(packet: RtpPacket): void;
  stop(): void;
} {
  /** Pictures that were lost before one that the transcoder has, by its decode time. */
  const lost = new Map<number, number>();
  const damagedBefore = (time: number): number => {
    let damaged = 0;
    for (const [at, count] of lost) {
      if (at > time) break;
      damaged += count;
      lost.delete(at);
    }
    return damaged;
  };
  const transcoder = createTranscoder({
    clock,
    ...size,
    listener: {
      ...listener,
      onSample: (sample) => {
        const damaged = damagedBefore(sample.decodeTime);
        listener.onSample(damaged === 0 ? sample : { ...sample, damaged });
      },
    },
  });
  transcoder.open('mjpeg', new Uint8Array());
  let last = 0;
  const receive = createJpegDepacketiser(({ timestamp, data, dropped }) => {
    const time = Math.max(last + 1, Math.round(picture.wall.stamp(picture.timeOf(timestamp)) * videoTimescale));
    last = time;
    if (dropped > 0) lost.set(time, dropped);
    const [oldest] = lost.keys();
    if (lost.size > maxRemembered && oldest !== undefined) lost.delete(oldest);
    transcoder.push({ decodeTime: time, compositionOffset: 0, keyFrame: true, data });
  });
  return { receive, stop: () => transcoder.close() };
}
