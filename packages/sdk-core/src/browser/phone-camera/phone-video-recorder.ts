import { createMp4Reader, createPhoneTimeline } from '../../features/phone-camera/index.ts';
import { toBase64 } from './phone-bytes.ts';
import type { PhonePicture, PhoneVideoHandlers } from './phone-video-types.ts';

/** Chromium accepts an interval between key frames, ms. */
interface RecorderOptions extends MediaRecorderOptions {
  readonly videoKeyFrameIntervalDuration: number;
}

const types = ['video/mp4;codecs=avc1.42e01f', 'video/mp4;codecs=avc1', 'video/mp4'];
/** Requested duration of a piece, ms; Chromium sends one per key frame. */
const pieceDurationMs = 250;
const keyFrameIntervalMs = 1000;
/** Pieces arrive late and unevenly; a larger jump means that the source slept, s. */
const maxJumpSeconds = 5;

/** Returns the type in which this browser records H.264; null if it doesn't. */
export function recorderType(): string | null {
  if (typeof MediaRecorder === 'undefined') return null;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/** For older phones, whose browsers can't encode frame by frame: reads the samples from the recorder's file, a second or two later than an encoder. */
export function createVideoRecorder(
  track: MediaStreamTrack,
  { onTrack, onSample, onFailed }: PhoneVideoHandlers,
  firstBitrate: number,
): PhonePicture {
  const mimeType = recorderType();
  let bitrate = firstBitrate;
  let recorder: MediaRecorder | null = null;
  /** The current recorder has produced data: it is past its first key frame. */
  let hasGiven = false;

  const stop = (): void => {
    const old = recorder;
    recorder = null;
    if (old && old.state !== 'inactive') old.stop();
  };
  const start = (): void => {
    stop();
    if (mimeType === null) return onFailed();
    const options: RecorderOptions = { mimeType, videoBitsPerSecond: bitrate, videoKeyFrameIntervalDuration: keyFrameIntervalMs };
    const fresh = new MediaRecorder(new MediaStream([track]), options);
    const read = createMp4Reader();
    const place = createPhoneTimeline(maxJumpSeconds);
    hasGiven = false;
    const take = (bytes: Uint8Array): void => {
      if (recorder !== fresh) return;
      const { video, samples } = read(bytes);
      if (video)
        onTrack({
          kind: 'video',
          codec: video.codec,
          width: video.width,
          height: video.height,
          configuration: toBase64(video.configuration),
        });
      const last = samples.at(-1);
      if (!last) return;
      hasGiven = true;
      // The newest frame of a piece has just been captured; the others precede it.
      const now = performance.now() / 1000;
      place(last.decodeTime + last.duration, now);
      for (const sample of samples) onSample({ ...sample, decodeTime: place(sample.decodeTime, now) });
    };
    const fail = (): void => {
      if (recorder !== fresh) return;
      stop();
      onFailed();
    };
    // Read in sequence, because a later piece may load sooner.
    let queue: Promise<unknown> = Promise.resolve();
    fresh.addEventListener('dataavailable', ({ data }) => {
      queue = queue.then(async () => take(new Uint8Array(await data.arrayBuffer()))).catch(fail);
    });
    fresh.addEventListener('error', fail);
    recorder = fresh;
    fresh.start(pieceDurationMs);
  };

  start();
  return {
    setBitrate: (bitsPerSecond) => {
      bitrate = bitsPerSecond;
      if (recorder) start();
    },
    requestKeyFrame: () => {
      if (recorder && hasGiven) start();
    },
    setPaused: (isPaused) => {
      if (isPaused) stop();
      else if (!recorder) start();
    },
    close: stop,
  };
}
