import { createMp4Reader, createPhoneTimeline } from '../../features/phone-camera/index.ts';
import { toBase64 } from './phone-bytes.ts';
import type { PhonePicture, PhoneVideoHandlers } from './phone-video-types.ts';

/** Chromium takes the rhythm of key frames, ms. */
interface RecorderOptions extends MediaRecorderOptions {
  readonly videoKeyFrameIntervalDuration: number;
}

const types = ['video/mp4;codecs=avc1.42e01f', 'video/mp4;codecs=avc1', 'video/mp4'];
/** Pieces are asked for so often, ms; Chromium gives one from key frame to key frame. */
const pieceEvery = 250;
const keyFrameEvery = 1000;
/** Pieces come late, and unevenly so, s. */
const jump = 5;

/** The type in which this browser records H.264; null when it does not. */
export function recorderType(): string | null {
  if (typeof MediaRecorder === 'undefined') return null;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/** For phones of some years, whose browsers encode nothing frame by frame: their recorder's file is taken apart again. A second or two later than an encoder. */
export function createVideoRecorder(track: MediaStreamTrack, { onTrack, onSample, onFailed }: PhoneVideoHandlers, firstBitrate: number): PhonePicture {
  const mimeType = recorderType();
  let bitrate = firstBitrate;
  let recorder: MediaRecorder | null = null;
  /** The recorder that runs has given something: it is past its first key frame. */
  let hasGiven = false;

  const stop = (): void => {
    const old = recorder;
    recorder = null;
    if (old && old.state !== 'inactive') old.stop();
  };
  const start = (): void => {
    stop();
    if (mimeType === null) return onFailed();
    const options: RecorderOptions = { mimeType, videoBitsPerSecond: bitrate, videoKeyFrameIntervalDuration: keyFrameEvery };
    const fresh = new MediaRecorder(new MediaStream([track]), options);
    const read = createMp4Reader();
    const place = createPhoneTimeline(jump);
    hasGiven = false;
    const take = (bytes: Uint8Array): void => {
      if (recorder !== fresh) return;
      const { picture, samples } = read(bytes);
      if (picture) onTrack({ kind: 'video', codec: picture.codec, width: picture.width, height: picture.height, configuration: toBase64(picture.configuration) });
      const last = samples.at(-1);
      if (!last) return;
      hasGiven = true;
      // The newest frame of a piece has just been taken; the others lie before it.
      const now = performance.now() / 1000;
      place(last.decodeTime + last.duration, now);
      for (const sample of samples) onSample({ ...sample, decodeTime: place(sample.decodeTime, now) });
    };
    const fail = (): void => {
      if (recorder !== fresh) return;
      stop();
      onFailed();
    };
    // One after another: what comes later may be read sooner.
    let queue: Promise<unknown> = Promise.resolve();
    fresh.addEventListener('dataavailable', ({ data }) => {
      queue = queue.then(async () => take(new Uint8Array(await data.arrayBuffer()))).catch(fail);
    });
    fresh.addEventListener('error', fail);
    recorder = fresh;
    fresh.start(pieceEvery);
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
