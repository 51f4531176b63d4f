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

const size = { fitInto: { width: 1920, height: 1080 }, frameRate: 25 } as const;

/** Receives motion JPEG and transcodes it to H.264, because it neither records nor plays well. */
export function createJpegReceiver({ clock, picture, listener, createTranscoder = createVideoTranscoder }: JpegReceiverOptions): {
  receive(packet: RtpPacket): void;
  stop(): void;
} {
  const transcoder = createTranscoder({ clock, ...size, listener });
  transcoder.open('mjpeg', new Uint8Array());
  let last = 0;
  const receive = createJpegDepacketiser(({ timestamp, data }) => {
    const time = Math.max(last + 1, Math.round(picture.wall.stamp(picture.timeOf(timestamp)) * videoTimescale));
    last = time;
    transcoder.push({ decodeTime: time, compositionOffset: 0, keyFrame: true, data });
  });
  return { receive, stop: () => transcoder.close() };
}
