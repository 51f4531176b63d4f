import { readFrames } from './phone-frames.ts';
import type { PhonePlayback } from './phone-playback.ts';
import { canEncode, createVideoEncoder } from './phone-video-encoder.ts';
import { createVideoRecorder } from './phone-video-recorder.ts';
import type { PhonePicture, PhoneVideoHandlers } from './phone-video-types.ts';

export interface PictureOptions extends PhoneVideoHandlers {
  readonly stream: MediaStream;
  readonly video: MediaStreamTrack;
  readonly bitsPerSecond: number;
  /** Signals that the camera is alive. A recorder doesn't call it: its samples show that. */
  readonly onFrame: () => void;
  readonly playback: PhonePlayback;
  /** The browser lets the page play nothing without a press. */
  readonly onBlocked: () => void;
}

/** Encodes frame by frame where the browser can, and with its recorder otherwise. */
export function openPicture({ stream, video, bitsPerSecond, onFrame, playback, onBlocked, ...handlers }: PictureOptions): PhonePicture {
  if (!canEncode()) return createVideoRecorder(video, handlers, bitsPerSecond);
  let isPaused = false;
  const encoder = createVideoEncoder(handlers, bitsPerSecond);
  const stopFrames = readFrames({
    stream,
    video,
    playback,
    onBlocked,
    onFrame: (frame) => {
      onFrame();
      if (isPaused) frame.close();
      else encoder.push(frame);
    },
  });
  return {
    setBitrate: encoder.setBitrate,
    requestKeyFrame: encoder.requestKeyFrame,
    setPaused: (next) => {
      isPaused = next;
    },
    close: () => {
      stopFrames();
      encoder.close();
    },
  };
}
