import { open, type FileHandle } from 'node:fs/promises';
import type { FrameTracks } from '../../link/kept-frames.ts';
import type { Frame } from '../../sources/frame-source.ts';
import { createMp4Writer } from '../mp4/mp4-writer.ts';
import { finishVideo, unfinishedPath, type StoredVideo } from './store-files.ts';

/** A recording that is being written. */
export interface VideoFile {
  /** Unix ms. */
  readonly startAt: number;
  /** What it takes of the card, what is just being written included. */
  readonly bytes: number;
  /** What of it is on the card. */
  readonly written: number;
  /** What it will take when all that was added is written. */
  readonly expected: number;
  /** The disk is too slow for the camera: nothing more should come. */
  readonly isLate: boolean;
  add(frame: Frame): void;
  /** Resolves when it can be played; the second call is the first. */
  finish(): Promise<void>;
}

export interface VideoFileOptions {
  readonly card: string;
  readonly tracks: FrameTracks;
  readonly startAt: number;
  readonly base: number;
  /** Resolves when there is room for what all recordings take. */
  readonly makeRoom: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly onFinished: (video: StoredVideo | null) => void;
}

/** What the index of a recording takes at most: of itself, and for each frame. */
const indexBytes = { head: 4096, frame: 24 };
/** What may wait for the disk, bytes: half a minute of a good camera. */
const mostWaiting = 16 * 1024 * 1024;

export function createVideoFile({ card, tracks, startAt, base, makeRoom, onFailure, onFinished }: VideoFileOptions): VideoFile {
  const writer = createMp4Writer(tracks, startAt, base);
  const path = unfinishedPath(card, startAt);
  let file: FileHandle | null = null;
  let hasFailed = false;
  let bytes = 0;
  let written = 0;
  let frames = 0;
  let waiting = 0;
  let finishing: Promise<void> | null = null;

  const append = async (piece: Buffer): Promise<void> => {
    bytes += piece.length;
    await makeRoom();
    file ??= await open(path, 'wx', 0o600);
    await file.writeFile(piece);
    written += piece.length;
    // A card is pulled and power is cut: what was recorded is there.
    await file.datasync();
  };
  let queue: Promise<void> = Promise.resolve();
  const push = (piece: Buffer): void => {
    waiting += piece.length;
    queue = queue.then(async () => {
      if (!hasFailed) await append(piece);
    }).catch((error: unknown) => {
      hasFailed = true;
      onFailure(error);
    }).finally(() => {
      waiting -= piece.length;
    });
  };
  const close = async (): Promise<void> => {
    const last = writer.end();
    if (last) push(last);
    await queue;
    await file?.close().catch(() => undefined);
    const finish = async (): Promise<StoredVideo | null> => {
      if (hasFailed || !file) return null;
      bytes += indexBytes.head + frames * indexBytes.frame;
      await makeRoom();
      return finishVideo(card, startAt);
    };
    const video = await finish().catch((error: unknown) => {
      onFailure(error);
      return null;
    });
    onFinished(video);
  };
  push(writer.head);

  return {
    startAt,
    get bytes() {
      return bytes;
    },
    get written() {
      return written;
    },
    get expected() {
      return written + waiting;
    },
    get isLate() {
      return waiting > mostWaiting;
    },
    add: (frame) => {
      frames += 1;
      const piece = writer.add(frame);
      if (piece) push(piece);
    },
    finish: () => (finishing ??= close()),
  };
}
