import { randomBytes } from 'node:crypto';
import { AppError } from '../../kernel/app-error.ts';

/** Receives requested data that is too large for an answer: pictures and pieces of recordings. */
export interface CameraUploads {
  /** Reserves an upload for one piece. */
  expect(cameraId: string, size: PieceSize): ExpectedPiece;
  /**
   * Receives a camera's upload.
   * @throws {AppError} `not-found` for an upload that has been abandoned, belongs to another camera or is complete; `invalid-request` for
   * another size
   */
  take(cameraId: string, uploadId: string, body: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Byte positions, both inclusive. */
interface PieceSize {
  readonly minBytes: number;
  readonly maxBytes: number;
}

interface ExpectedPiece {
  readonly uploadId: string;
  /** Returns the bytes as they arrive; buffered until read, so that a slow viewer does not delay the camera. */
  chunks(): AsyncGenerator<Uint8Array, void>;
  /** Ends a piece that does not arrive, or not completely. Only the first call has an effect. */
  fail(error: unknown): void;
}

interface Place {
  readonly cameraId: string;
  readonly size: PieceSize;
  isTaken: boolean;
  readonly push: (chunk: Uint8Array) => void;
  /** Called at the end of the data. */
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

export function createCameraUploads(): CameraUploads {
  const places = new Map<string, Place>();

  return {
    expect: (cameraId, size) => {
      const uploadId = randomBytes(32).toString('base64url');
      const chunks: Uint8Array[] = [];
      let received = 0;
      let isWhole = false;
      let failure: { readonly error: unknown } | null = null;
      let wake = (): void => undefined;
      const fail = (error: unknown): void => {
        places.delete(uploadId);
        failure ??= { error };
        wake();
      };
      const end = (): void => {
        places.delete(uploadId);
        isWhole = true;
        wake();
      };
      const push = (chunk: Uint8Array): void => {
        chunks.push(chunk);
        received += chunk.byteLength;
        if (received >= size.maxBytes) end();
        else wake();
      };
      places.set(uploadId, { cameraId, size, isTaken: false, push, end, fail });
      return {
        uploadId,
        fail,
        chunks: async function* () {
          for (;;) {
            const chunk = chunks.shift();
            if (chunk) yield chunk;
            else if (isWhole) return;
            else if (failure) throw failure.error;
            else await new Promise<void>((resolve) => (wake = resolve));
          }
        },
      };
    },
    take: async (cameraId, uploadId, body) => {
      const place = places.get(uploadId);
      if (place?.cameraId !== cameraId || place.isTaken) throw new AppError('not-found');
      place.isTaken = true;
      let received = 0;
      try {
        for await (const chunk of body) {
          received += chunk.byteLength;
          if (received > place.size.maxBytes) throw new AppError('invalid-request');
          // The reader has left.
          if (!places.has(uploadId) && received < place.size.maxBytes) throw new AppError('not-found');
          place.push(chunk);
        }
        if (received < place.size.minBytes) throw new AppError('invalid-request');
        place.end();
      } catch (error) {
        place.fail(new AppError('camera-failed', { cause: error }));
        throw error instanceof AppError ? error : new AppError('invalid-request', { cause: error });
      }
    },
  };
}
