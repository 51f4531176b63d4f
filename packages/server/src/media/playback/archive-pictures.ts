import { concatBytes } from '@watchpost/mp4';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { wholeArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import type { PictureOptions } from '../snapshots/picture-decoder.ts';
import type { Freshen } from './freshen.ts';
import type { FootageSource } from './footage-source.ts';
import { findKeyFrame, type KeyFrame } from './key-frames.ts';

/** Makes JPEGs of recorded moments. */
export interface ArchivePictures {
  /**
   * Returns the nearest key frame at or before a moment in its recorded size.
   * @throws {AppError} no-footage or unavailable
   */
  snapshot(cameraId: string, at: number, signal?: AbortSignal, open?: OpenArchive): Promise<Uint8Array>;
  /**
   * Returns the same picture in a small size.
   * @throws {AppError} no-footage or unavailable
   */
  preview(
    cameraId: string,
    at: number,
    options: { readonly width: number; readonly signal?: AbortSignal; readonly open?: OpenArchive },
  ): Promise<Preview>;
  /**
   * Finds the nearest key frame at or before a moment, for films of many.
   * @throws {AppError} no-footage
   */
  keyFrame(cameraId: string, at: number): Promise<ArchiveKeyFrame>;
}

/** A recorded key frame, found but not read. */
export interface ArchiveKeyFrame {
  /** Unix ms. */
  readonly at: number;
  /**
   * Returns the init section and a fragment with this picture alone.
   * @throws {AppError} no-footage when it was deleted meanwhile
   */
  read(): Promise<Uint8Array>;
}

interface Preview {
  readonly jpeg: Uint8Array;
  /** Whether later footage can't change it, so that it may be cached. */
  readonly isFinal: boolean;
}

export type DecodePicture = (video: Uint8Array, options?: PictureOptions) => Promise<Uint8Array | null>;

export interface ArchivePicturesDeps {
  readonly db: Db;
  readonly source: Pick<FootageSource, 'open'>;
  readonly freshen: Freshen;
  readonly decode: DecodePicture;
  /** Reads the init section of a camera's recording without its audio. */
  readonly readInit: (cameraId: string, hash: string) => Promise<Uint8Array>;
}

/** Maximum bytes of cached small pictures: an hour of dragging over timelines. */
const maxCacheBytes = 24_000_000;

export function createArchivePictures(deps: ArchivePicturesDeps): ArchivePictures {
  const { freshen, decode, readInit } = deps;
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  /** Pictures being made: two viewers who look at the same moment share one. */
  const making = new Map<string, Promise<Uint8Array>>();

  const keep = (key: string, jpeg: Uint8Array): void => {
    kept.set(key, jpeg);
    bytes += jpeg.byteLength;
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= maxCacheBytes) return;
      kept.delete(oldest);
      bytes -= byteLength;
    }
  };
  const recall = (key: string): Uint8Array | undefined => {
    const jpeg = kept.get(key);
    if (jpeg) {
      kept.delete(key);
      kept.set(key, jpeg);
    }
    return jpeg;
  };
  const readVideo = async (cameraId: string, keyFrame: KeyFrame): Promise<Uint8Array> =>
    concatBytes(await Promise.all([readInit(cameraId, keyFrame.initHash), keyFrame.read()]));
  const make = async (cameraId: string, keyFrame: KeyFrame, options: PictureOptions): Promise<Uint8Array> => {
    const jpeg = await decode(await readVideo(cameraId, keyFrame), options);
    if (!jpeg) throw new AppError('unavailable');
    return jpeg;
  };

  return {
    keyFrame: async (cameraId, at) => {
      const found = await findKeyFrame(deps, cameraId, at, wholeArchive);
      return { at: found.at, read: () => readVideo(cameraId, found) };
    },
    snapshot: async (cameraId, at, signal, open = wholeArchive) => {
      await freshen(cameraId, at);
      return make(cameraId, await findKeyFrame(deps, cameraId, at, open), { signal });
    },
    preview: async (cameraId, at, { width, signal, open = wholeArchive }) => {
      const keyFrame = await findKeyFrame(deps, cameraId, at, open);
      const key = `${cameraId} ${keyFrame.at} ${width}`;
      const { isFinal } = keyFrame;
      const known = recall(key);
      if (known) return { jpeg: known, isFinal };
      const running = making.get(key);
      // The viewer who asked first may cancel the shared request: then the picture is made for this one.
      if (running) return { jpeg: await running.catch(() => make(cameraId, keyFrame, { width, signal })), isFinal };
      const started = make(cameraId, keyFrame, { width, signal });
      making.set(key, started);
      try {
        const jpeg = await started;
        keep(key, jpeg);
        return { jpeg, isFinal };
      } finally {
        making.delete(key);
      }
    },
  };
}
