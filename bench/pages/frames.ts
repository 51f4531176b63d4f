/** Runs in the page: finds a player's video, whichever library made it, and reports the frames that it presents. */
import { readClock } from '../../e2e/rig/burnt-clock.ts';

/** Finds all videos of the page, including those in open shadow roots. */
export function findVideos(root: ParentNode = document): HTMLVideoElement[] {
  const found: HTMLVideoElement[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof HTMLVideoElement) found.push(element);
    if (element.shadowRoot) found.push(...findVideos(element.shadowRoot));
  }
  return found;
}

export interface PresentedFrame {
  /** performance.now() at presentation. */
  readonly at: number;
  /** Seconds on the video's timeline. */
  readonly mediaTime: number;
  readonly video: HTMLVideoElement;
}

/** Calls back for each frame that any video of the page presents, including videos added later. @returns a function that stops it */
export function watchFrames(listener: (frame: PresentedFrame) => void): () => void {
  const known = new WeakSet<HTMLVideoElement>();
  let isWatching = true;
  const watch = (video: HTMLVideoElement): void => {
    video.requestVideoFrameCallback((_, { mediaTime }) => {
      if (!isWatching) return;
      listener({ at: performance.now(), mediaTime, video });
      watch(video);
    });
  };
  const look = (): void => {
    if (!isWatching) return;
    for (const video of findVideos()) {
      if (known.has(video)) continue;
      known.add(video);
      watch(video);
    }
    requestAnimationFrame(look);
  };
  look();
  return () => {
    isWatching = false;
  };
}

const canvas = document.createElement('canvas');
canvas.width = 160;
canvas.height = 4;
const context = canvas.getContext('2d', { willReadFrequently: true });

/** Reads the clock in the current frame of the video (or of the canvas above it), ms modulo 2^32; null if it is unreadable. */
export function clockOf(picture: HTMLVideoElement | HTMLCanvasElement): number | null {
  const [width, height] = picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  if (!context || height === 0) return null;
  const strip = Math.max(16, Math.floor(height / 15));
  context.drawImage(picture, 0, 0, width, strip, 0, 0, canvas.width, canvas.height);
  return readClock(context.getImageData(0, 0, canvas.width, canvas.height).data, canvas.width, canvas.height);
}

/** Finds the canvas of the page's player, for transports that draw themselves. */
export function findCanvas(): HTMLCanvasElement | null {
  return document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('canvas') ?? null;
}
