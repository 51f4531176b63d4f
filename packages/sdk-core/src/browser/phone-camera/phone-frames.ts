import type { PhonePlayback } from './phone-playback.ts';

/** A platform class that only Chromium exposes to pages. */
interface TrackProcessor<Data> {
  readonly readable: ReadableStream<Data>;
}
declare const MediaStreamTrackProcessor: (new <Data>(init: { readonly track: MediaStreamTrack }) => TrackProcessor<Data>) | undefined;

/** Whether the browser provides raw frames and audio of a track without an element. */
export function hasTrackProcessor(): boolean {
  return typeof MediaStreamTrackProcessor !== 'undefined';
}

/** Reads a track's data until stopped; the listener closes each piece. */
export function readTrack<Data extends { close(): void }>(track: MediaStreamTrack, onData: (data: Data) => void): () => void {
  if (typeof MediaStreamTrackProcessor === 'undefined') throw new TypeError('This browser gives no raw data of a track.');
  const reader = new MediaStreamTrackProcessor<Data>({ track }).readable.getReader();
  let isStopped = false;
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (isStopped) value.close();
      else onData(value);
    }
  };
  // Reading also ends with the track, for whatever reason.
  read().catch(() => undefined);
  return () => {
    isStopped = true;
    reader.cancel().catch(() => undefined);
  };
}

interface FramesOptions {
  readonly stream: MediaStream;
  readonly video: MediaStreamTrack;
  readonly playback: PhonePlayback;
  /** Takes ownership of the frame and closes it. */
  readonly onFrame: (frame: VideoFrame) => void;
  /** The browser lets the page play nothing without a press. */
  readonly onBlocked: () => void;
}

/** Reads the frames of a track one after another. */
export function readFrames(options: FramesOptions): () => void {
  return hasTrackProcessor() ? readTrack(options.video, options.onFrame) : readElement(options);
}

/** Reads frames from an element, for browsers that provide them in no other way: Safari, Firefox. */
function readElement({ stream, playback, onFrame, onBlocked }: FramesOptions): () => void {
  const video = playback.element();
  video.srcObject = stream;
  let request = 0;
  const next = (): void => {
    request = video.requestVideoFrameCallback((now) => {
      // Microseconds of the page's clock, because not all browsers set the element's frame times.
      if (video.videoWidth > 0) onFrame(new VideoFrame(video, { timestamp: Math.round(now * 1000) }));
      next();
    });
  };
  next();
  let isStopped = false;
  // Most browsers let a muted video play without a press.
  video.play().catch((cause: unknown) => {
    if (!isStopped && cause instanceof DOMException && cause.name === 'NotAllowedError') onBlocked();
  });
  return () => {
    isStopped = true;
    video.cancelVideoFrameCallback(request);
    if (video.srcObject === stream) video.srcObject = null;
  };
}
