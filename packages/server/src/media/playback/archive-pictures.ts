import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { concatBytes } from '../packaging/boxes.ts';
import type { FootagePaths } from '../recording/footage-paths.ts';
import type { PictureOptions } from '../snapshots/picture-decoder.ts';
import type { Freshen } from './freshen.ts';
import { findKeyFrame, type KeyFrame } from './key-frames.ts';

/** JPEGs of recorded moments. */
export interface ArchivePictures {
  /** The nearest key frame at or before a moment, as it was recorded. @throws {AppError} no-footage or unavailable */
  snapshot(cameraId: string, at: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** The same, small. @throws {AppError} no-footage or unavailable */
  preview(cameraId: string, at: number, options: { readonly width: number; readonly signal?: AbortSignal }): Promise<Preview>;
}

export interface Preview {
  readonly jpeg: Uint8Array;
  /** Later footage does not change it: it may be kept. */
  readonly isFinal: boolean;
}

export type DecodePicture = (video: Uint8Array, options?: PictureOptions) => Promise<Uint8Array | null>;

export interface ArchivePicturesDeps {
  readonly db: Db;
  readonly paths: FootagePaths;
  readonly freshen: Freshen;
  readonly decode: DecodePicture;
  /** The init section of a camera's recording without its sound. */
  readonly readInit: (cameraId: string, hash: string) => Promise<Uint8Array>;
}

/** Bytes of small pictures kept: an hour of dragging over lines of time. */
const keptBytes = 24_000_000;

export function createArchivePictures(deps: ArchivePicturesDeps): ArchivePictures {
  const { freshen, decode, readInit } = deps;
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  /** Pictures under way: two who look at the same moment wait for the same one. */
  const making = new Map<string, Promise<Uint8Array>>();

  const keep = (key: string, jpeg: Uint8Array): void => {
    kept.set(key, jpeg);
    bytes += jpeg.byteLength;
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= keptBytes) return;
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
  const make = async (cameraId: string, keyFrame: KeyFrame, options: PictureOptions): Promise<Uint8Array> => {
    const [init, fragment] = await Promise.all([readInit(cameraId, keyFrame.initHash), keyFrame.read()]);
    const jpeg = await decode(concatBytes([init, fragment]), options);
    if (!jpeg) throw new AppError('unavailable');
    return jpeg;
  };

  return {
    snapshot: async (cameraId, at, signal) => {
      await freshen(cameraId, at);
      return make(cameraId, await findKeyFrame(deps, cameraId, at), { signal });
    },
    preview: async (cameraId, at, { width, signal }) => {
      const keyFrame = await findKeyFrame(deps, cameraId, at);
      const key = `${cameraId} ${keyFrame.at} ${width}`;
      const { isFinal } = keyFrame;
      const known = recall(key);
      if (known) return { jpeg: known, isFinal };
      const running = making.get(key);
      // The one it shares may be given up by who asked first: then it is made for this one.
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
