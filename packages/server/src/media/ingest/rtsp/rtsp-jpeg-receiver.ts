import type { Clock } from '../../../kernel/clock.ts';
import { videoTimescale, type Sample, type SourceEnd, type VideoTrack } from '../../media-types.ts';
import { createVideoTranscoder, type VideoTranscoder, type VideoTranscoderOptions } from '../../transcode/video-transcoder.ts';
import { createJpegDepacketiser } from '../codecs/jpeg-depacketiser.ts';
import { createWallClock } from '../wall-clock.ts';
import { createUnwrapper, type RtpPacket } from './rtp.ts';

export interface JpegReceiverOptions {
  readonly clockRate: number;
  readonly clock: Clock;
  readonly listener: { onTrack(track: VideoTrack): void; onSample(sample: Sample): void; onEnd(reason: SourceEnd): void };
  readonly createTranscoder?: (options: VideoTranscoderOptions) => VideoTranscoder;
}

const size = { fitInto: { width: 1920, height: 1080 }, frameRate: 25 } as const;

/** Motion JPEG, which neither records nor plays well, as H.264 from here on. */
export function createJpegReceiver({ clockRate, clock, listener, createTranscoder = createVideoTranscoder }: JpegReceiverOptions): { receive(packet: RtpPacket): void; stop(): void } {
  const unwrap = createUnwrapper();
  const wallClock = createWallClock(clock);
  const transcoder = createTranscoder({ clock, ...size, listener });
  transcoder.open('mjpeg', new Uint8Array());
  let last = 0;
  const receive = createJpegDepacketiser(({ timestamp, data }) => {
    const time = Math.max(last + 1, Math.round(wallClock.stamp(unwrap(timestamp) / clockRate, true) * videoTimescale));
    last = time;
    transcoder.push({ decodeTime: time, compositionOffset: 0, keyFrame: true, data });
  });
  return { receive, stop: () => transcoder.close() };
}
