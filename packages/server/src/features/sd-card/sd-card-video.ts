import { maxSdCardPieceBytes, openSdCardVideoCommand, sendSdCardPieceCommand } from '@watchpost/contract/schemas/sd-card';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import type { ByteRange } from '../../media/playback/byte-range.ts';
import type { CameraUploads } from '../cameras/index.ts';

/** Reads a recording on a card from the camera, piece by piece as a player consumes it. */
export interface SdCardVideos {
  /**
   * Opens a recording.
   * @param check throws when the viewer has lost access; called before each piece
   * @throws {AppError} `sd-card-recording`, `sd-card-video-gone`, `too-many-requests`, or the camera's error
   */
  open(cameraId: string, rendition: Rendition, check: () => Promise<void>): Promise<OpenSdCardVideo>;
}

interface Rendition {
  readonly videoId: string;
  readonly withAudio: boolean;
}

interface OpenSdCardVideo {
  readonly size: number;
  readonly etag: string;
  /** @param signal aborts when nobody reads any more, also while the camera sends nothing */
  read(range?: ByteRange, signal?: AbortSignal): AsyncGenerator<Uint8Array, void>;
}

/** Concurrent requests to one camera: its uplink is the bottleneck. */
const maxReaders = 6;
/** For one piece: enough at about 200 kbit/s. */
const pieceTimeoutMs = 50_000;

export interface SdCardVideosDeps {
  readonly control: CameraControl;
  readonly uploads: CameraUploads;
  readonly clock: Clock;
}

export function createSdCardVideos({ control, uploads, clock }: SdCardVideosDeps): SdCardVideos {
  const readers = new Map<string, number>();
  const change = (cameraId: string, by: number): void => {
    const count = (readers.get(cameraId) ?? 0) + by;
    if (count > 0) readers.set(cameraId, count);
    else readers.delete(cameraId);
  };

  const readPiece = async function* (
    cameraId: string,
    rendition: Rendition,
    { start, end }: ByteRange,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array, void> {
    const length = end - start + 1;
    const piece = uploads.expect(cameraId, { minBytes: length, maxBytes: length });
    const leave = (): void => piece.fail(signal?.reason);
    signal?.addEventListener('abort', leave);
    const abort = new AbortController();
    const cancel = clock.after(pieceTimeoutMs, () => abort.abort(new AppError('camera-silent')));
    control.send(cameraId, sendSdCardPieceCommand, { ...rendition, start, end, uploadId: piece.uploadId }, { signal: abort.signal }).then(
      () => piece.fail(new AppError('camera-failed')),
      (error: unknown) => piece.fail(error),
    );
    try {
      yield* piece.chunks();
    } finally {
      cancel();
      signal?.removeEventListener('abort', leave);
      piece.fail(new AppError('unavailable'));
      abort.abort(new AppError('unavailable'));
    }
  };

  return {
    open: async (cameraId, rendition, check) => {
      if ((readers.get(cameraId) ?? 0) >= maxReaders) throw new AppError('too-many-requests', { retryAfter: 5 });
      const { size, etag } = await control.send(cameraId, openSdCardVideoCommand, rendition);
      return {
        size,
        // A viewer with the right to sound gets other bytes.
        etag: rendition.withAudio ? etag : etag.replace(/"$/, '-silent"'),
        read: async function* ({ start, end } = { start: 0, end: size - 1 }, signal) {
          change(cameraId, 1);
          try {
            for (let at = start; at <= end; at += maxSdCardPieceBytes) {
              await check();
              signal?.throwIfAborted();
              yield* readPiece(cameraId, rendition, { start: at, end: Math.min(end, at + maxSdCardPieceBytes - 1) }, signal);
            }
          } finally {
            change(cameraId, -1);
          }
        },
      };
    },
  };
}
