import { open, type FileHandle } from 'node:fs/promises';
import type { FrameTracks } from '../../link/kept-frames.ts';
import type { Frame } from '../../sources/frame-source.ts';
import { createRecordingWriter } from '../mp4/recording-writer.ts';
import { finishVideo, unfinishedPath, type StoredVideo } from './store-files.ts';

/** A recording in progress. */
export interface VideoFile {
  /** Unix ms. */
  readonly startAt: number;
  /** Its bytes on the card, pending writes included. */
  readonly bytes: number;
  /** Its bytes that are safely on the card. */
  readonly written: number;
  /** Its size on the card once all added frames are written. */
  readonly expected: number;
  /** The disk is too slow for the camera: no more frames should be added. */
  readonly isLate: boolean;
  add(frame: Frame): void;
  /** Resolves when the recording can be played; a second call returns the first result. */
  finish(): Promise<void>;
}

export interface VideoFileOptions {
  readonly card: string;
  readonly tracks: FrameTracks;
  readonly startAt: number;
  readonly base: number;
  /** Resolves when the card has room for all recordings. */
  readonly makeRoom: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly onFinished: (video: StoredVideo | null) => void;
}

/** Upper bounds for the index of a recording: fixed, and per frame. */
const indexBytes = { head: 4096, frame: 24 };
/** Limits the bytes that wait for the card: half a minute of a good camera. */
const maxPendingBytes = 16 * 1024 * 1024;

export function createVideoFile({ card, tracks, startAt, base, makeRoom, onFailure, onFinished }: VideoFileOptions): VideoFile {
  const writer = createRecordingWriter(tracks, startAt, base);
  const path = unfinishedPath(card, startAt);
  let file: FileHandle | null = null;
  let hasFailed = false;
  let bytes = 0;
  let written = 0;
  let frames = 0;
  let waiting = 0;
  let finishing: Promise<void> | null = null;

  const append = async (piece: Uint8Array): Promise<void> => {
    bytes += piece.length;
    await makeRoom();
    file ??= await open(path, 'wx', 0o600);
    await file.writeFile(piece);
    written += piece.length;
    // Sync, so that recorded footage survives a pulled card or a power cut.
    await file.datasync();
  };
  let queue: Promise<void> = Promise.resolve();
  const push = (piece: Uint8Array): void => {
    waiting += piece.length;
    queue = queue
      .then(async () => {
        if (!hasFailed) await append(piece);
      })
      .catch((error: unknown) => {
        hasFailed = true;
        onFailure(error);
      })
      .finally(() => {
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
      return waiting > maxPendingBytes;
    },
    add: (frame) => {
      frames += 1;
      const piece = writer.add(frame);
      if (piece) push(piece);
    },
    finish: () => (finishing ??= close()),
  };
}
