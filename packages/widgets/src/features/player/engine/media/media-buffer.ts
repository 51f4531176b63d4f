import { createAppendQueue } from './append-queue.ts';
import type { AppendQueue } from './append-queue.ts';
import type { BufferedRange } from './buffered-range.ts';

declare global {
  // Safari on iPhone has only this one; TypeScript's DOM library does not declare it yet.
  var ManagedMediaSource: typeof MediaSource | undefined;
  interface MediaSource {
    /** Managed only: false while the browser has enough, between its events `endstreaming` and `startstreaming`. */
    readonly streaming?: boolean;
  }
}

/** The browser's MediaSource class, or null. */
export function mediaSourceClass(): typeof MediaSource | null {
  return globalThis.MediaSource ?? globalThis.ManagedMediaSource ?? null;
}

export interface MediaBuffer {
  /** Wall-clock time of second 0 of the media timeline, Unix milliseconds. */
  readonly originMs: number;
  readonly mimeType: string;
  readonly source: MediaSource;
  append(data: Uint8Array<ArrayBuffer>): void;
  changeType(mimeType: string): void;
  ranges(): BufferedRange[];
  /** Removes everything outside the range, seconds. */
  keep(range: BufferedRange): void;
  clearQueue(): void;
  /** Empties the video element; once. */
  close(): void;
}

export interface MediaBufferOptions {
  readonly video: HTMLVideoElement;
  readonly mimeType: string;
  readonly originMs: number;
  /** Seconds; finite if moments must be seekable before their media is loaded. */
  readonly duration: number;
  readonly onError: () => void;
  /** The browser has taken some of what was appended, or has removed something. */
  readonly onAppended?: () => void;
}

/**
 * A video element fed from memory. Decode times are Unix time, so with an offset of `-originMs`
 * `originMs + currentTime * 1000` is the wall-clock time of the picture.
 * @throws if the browser has no MediaSource or cannot play the type
 */
export function createMediaBuffer({ video, mimeType, originMs, duration, onError, onAppended }: MediaBufferOptions): MediaBuffer {
  const MediaSourceHere = mediaSourceClass();
  if (!MediaSourceHere?.isTypeSupported(mimeType)) throw new TypeError(mimeType);
  const source = new MediaSourceHere();
  const url = URL.createObjectURL(source);
  let sourceBuffer: SourceBuffer | null = null;
  let queue: AppendQueue | null = null;
  let type = mimeType;
  let closed = false;
  const early: Uint8Array<ArrayBuffer>[] = [];

  // A managed source does not open while the video could be sent to another screen.
  video.disableRemotePlayback = true;
  video.addEventListener('error', onError);
  source.addEventListener('sourceopen', open, { once: true });
  video.src = url;

  function open(): void {
    if (closed) return;
    try {
      sourceBuffer = source.addSourceBuffer(type);
      sourceBuffer.timestampOffset = -originMs / 1000;
      source.duration = duration;
    } catch {
      return onError();
    }
    queue = createAppendQueue(sourceBuffer, { makeRoom, onError: () => closed || onError(), onUpdated: onAppended });
    for (const data of early.splice(0)) queue.append(data);
  }
  function makeRoom(): BufferedRange | null {
    const first = ranges()[0];
    const end = video.currentTime - 2;
    return first && end > first.start ? { start: 0, end } : null;
  }
  function ranges(): BufferedRange[] {
    if (!sourceBuffer || source.readyState === 'closed') return [];
    const { buffered } = sourceBuffer;
    return Array.from({ length: buffered.length }, (_, index) => ({ start: buffered.start(index), end: buffered.end(index) }));
  }
  function clearQueue(): void {
    early.length = 0;
    queue?.clear();
  }
  return {
    originMs,
    get mimeType() {
      return type;
    },
    source,
    append: (data) => (queue ? queue.append(data) : void early.push(data)),
    changeType(next) {
      type = next;
      queue?.changeType(next);
    },
    ranges,
    keep({ start, end }) {
      const have = ranges();
      const first = have[0];
      const last = have.at(-1);
      if (first && first.start < start) queue?.remove({ start: 0, end: start });
      if (last && last.end > end) queue?.remove({ start: end, end: last.end + 1 });
    },
    clearQueue,
    close() {
      closed = true;
      clearQueue();
      video.removeEventListener('error', onError);
      URL.revokeObjectURL(url);
      video.removeAttribute('src');
      video.load();
    },
  };
}
