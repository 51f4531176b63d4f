import { largestSdCardPiece, openSdCardVideoCommand, sendSdCardPieceCommand } from '@watchpost/contract/schemas/sd-card';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import type { ByteRange } from '../../media/playback/byte-range.ts';
import type { CameraUploads } from '../cameras/index.ts';

/** A recording on a card, read from the camera piece by piece as a player takes it. */
export interface SdCardVideos {
  /**
   * @param check throws when who watches may not any more; asked before each piece
   * @throws {AppError} `sd-card-recording`, `sd-card-video-gone`, `too-many-requests`, or what the camera answers
   */
  open(cameraId: string, rendition: Rendition, check: () => Promise<void>): Promise<OpenSdCardVideo>;
}

export interface Rendition {
  readonly videoId: string;
  readonly withAudio: boolean;
}

export interface OpenSdCardVideo {
  readonly size: number;
  readonly etag: string;
  read(range?: ByteRange): AsyncGenerator<Uint8Array, void>;
}

/** Requests that read from one camera at once: its uplink is its narrowest part. */
const mostReaders = 6;
/** A piece takes no longer, ms: some 200 kbit/s. */
const longestPiece = 50_000;

export function createSdCardVideos({ control, uploads, clock }: { readonly control: CameraControl; readonly uploads: CameraUploads; readonly clock: Clock }): SdCardVideos {
  const readers = new Map<string, number>();
  const change = (cameraId: string, by: number): void => {
    const count = (readers.get(cameraId) ?? 0) + by;
    if (count > 0) readers.set(cameraId, count);
    else readers.delete(cameraId);
  };

  const readPiece = async function* (cameraId: string, rendition: Rendition, { start, end }: ByteRange): AsyncGenerator<Uint8Array, void> {
    const length = end - start + 1;
    const piece = uploads.expect(cameraId, { least: length, most: length });
    const abort = new AbortController();
    const cancel = clock.after(longestPiece, () => abort.abort(new AppError('camera-silent')));
    control.send(cameraId, sendSdCardPieceCommand, { ...rendition, start, end, uploadId: piece.uploadId }, { signal: abort.signal }).then(
      () => piece.fail(new AppError('camera-failed')),
      (error: unknown) => piece.fail(error),
    );
    try {
      yield* piece.chunks();
    } finally {
      cancel();
      piece.fail(new AppError('unavailable'));
      abort.abort(new AppError('unavailable'));
    }
  };

  return {
    open: async (cameraId, rendition, check) => {
      if ((readers.get(cameraId) ?? 0) >= mostReaders) throw new AppError('too-many-requests', { retryAfter: 5 });
      const { size, etag } = await control.send(cameraId, openSdCardVideoCommand, rendition);
      return {
        size,
        // Who may hear it gets other bytes.
        etag: rendition.withAudio ? etag : etag.replace(/"$/, '-silent"'),
        read: async function* ({ start, end } = { start: 0, end: size - 1 }) {
          change(cameraId, 1);
          try {
            for (let at = start; at <= end; at += largestSdCardPiece) {
              await check();
              yield* readPiece(cameraId, rendition, { start: at, end: Math.min(end, at + largestSdCardPiece - 1) });
            }
          } finally {
            change(cameraId, -1);
          }
        },
      };
    },
  };
}
