/** Runs in the page: finds the video that a player shows, whoever made it, and says which frames it presents. */
import { readClock } from '../../e2e/rig/burnt-clock.ts';

/** All videos of the page, those in open shadow roots included. */
export function findVideos(root: ParentNode = document): HTMLVideoElement[] {
  const found: HTMLVideoElement[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof HTMLVideoElement) found.push(element);
    if (element.shadowRoot) found.push(...findVideos(element.shadowRoot));
  }
  return found;
}

export interface PresentedFrame {
  /** performance.now() when it was presented. */
  readonly at: number;
  /** Seconds on the video's timeline. */
  readonly mediaTime: number;
  readonly video: HTMLVideoElement;
}

/** Calls back for each frame that any video of the page presents, those that come later too. @returns a function that ends it */
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

/** The clock in the frame that the video (or the canvas above it) shows at this moment, ms modulo 2^32; null when there is none. */
export function clockOf(picture: HTMLVideoElement | HTMLCanvasElement): number | null {
  const [width, height] = picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  if (!context || height === 0) return null;
  const strip = Math.max(16, Math.floor(height / 15));
  context.drawImage(picture, 0, 0, width, strip, 0, 0, canvas.width, canvas.height);
  return readClock(context.getImageData(0, 0, canvas.width, canvas.height).data, canvas.width, canvas.height);
}

/** The canvas of the page's player, for transports that draw themselves. */
export function findCanvas(): HTMLCanvasElement | null {
  return document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('canvas') ?? null;
}
