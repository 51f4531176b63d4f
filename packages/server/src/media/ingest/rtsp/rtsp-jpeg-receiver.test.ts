import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import type { Sample } from '../../media-types.ts';
import type { VideoTranscoderOptions } from '../../transcode/video-transcoder.ts';
import { createRtpClock } from './rtp-clock.ts';
import { createJpegReceiver } from './rtsp-jpeg-receiver.ts';

test('pictures that were lost on their way are counted with the next one that the transcoder returns', () => {
  const clock = createManualClock(1_700_000_000_000);
  const samples: Sample[] = [];
  let transcoder: VideoTranscoderOptions | undefined;
  const pending: Sample[] = [];
  const { receive } = createJpegReceiver({
    clock,
    picture: createRtpClock(90_000, clock),
    listener: { onTrack: () => undefined, onSample: (sample) => samples.push(sample), onEnd: () => undefined },
    createTranscoder: (options) => {
      transcoder = options;
      return {
        open: () => undefined,
        push: (picture) => void pending.push({ ...picture, kind: 'video', duration: 3600 }),
        close: () => undefined,
      };
    },
  });
  const header = Buffer.from([0, 0, 0, 0, 1, 50, 20, 10]);
  for (let picture = 0; picture < 10; picture++) {
    clock.advance(40);
    // Two pictures of one packet each are lost.
    if (picture === 4 || picture === 5) continue;
    const payload = Buffer.concat([header, Buffer.alloc(100)]);
    receive({ payloadType: 26, marker: true, sequence: picture, timestamp: picture * 3600, payload });
  }
  // The transcoder is late, and gives up one picture itself: what was lost before that counts with the next.
  for (const [index, sample] of pending.entries()) if (index !== 4) transcoder?.listener.onSample(sample);
  expect(samples).toHaveLength(7);
  expect(samples.map(({ damaged }) => damaged)).toEqual([undefined, undefined, undefined, undefined, 1, undefined, undefined]);
});
