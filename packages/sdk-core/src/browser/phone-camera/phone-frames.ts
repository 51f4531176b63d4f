/** Of the platform; only Chromium has it on a page. */
interface TrackProcessor<Data> {
  readonly readable: ReadableStream<Data>;
}
declare const MediaStreamTrackProcessor: (new <Data>(init: { readonly track: MediaStreamTrack }) => TrackProcessor<Data>) | undefined;

/** Whether raw pictures and sound can be had from a track without an element. */
export function hasTrackProcessor(): boolean {
  return typeof MediaStreamTrackProcessor !== 'undefined';
}

/** Reads what a track gives until stopped; the listener closes each piece. */
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
  // It ends with the track, in whatever way.
  read().catch(() => undefined);
  return () => {
    isStopped = true;
    reader.cancel().catch(() => undefined);
  };
}

/** The pictures of a track, one after another; the listener closes each. */
export function readFrames(stream: MediaStream, track: MediaStreamTrack, onFrame: (frame: VideoFrame) => void): () => void {
  return hasTrackProcessor() ? readTrack(track, onFrame) : readElement(stream, onFrame);
}

/** Where only an element shows the pictures: Safari, Firefox. */
function readElement(stream: MediaStream, onFrame: (frame: VideoFrame) => void): () => void {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  let request = 0;
  const next = (): void => {
    request = video.requestVideoFrameCallback((now) => {
      // Microseconds of the page's clock: what the element says of the frame is not set everywhere.
      if (video.videoWidth > 0) onFrame(new VideoFrame(video, { timestamp: Math.round(now * 1000) }));
      next();
    });
  };
  next();
  // A muted picture may play without a press.
  video.play().catch(() => undefined);
  return () => {
    video.cancelVideoFrameCallback(request);
    video.srcObject = null;
  };
}
