import { randomBytes } from 'node:crypto';
import { AppError } from '../../kernel/app-error.ts';

/** Where cameras bring what they were asked for and is too large for an answer: pictures, pieces of recordings. */
export interface CameraUploads {
  /** A place for one piece. */
  expect(cameraId: string, size: PieceSize): ExpectedPiece;
  /**
   * What a camera brings to it.
   * @throws {AppError} `not-found` for a place that nobody waits at any more, of another camera, or taken; `invalid-request` for another size
   */
  take(cameraId: string, uploadId: string, body: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Bytes, both inclusive. */
export interface PieceSize {
  readonly least: number;
  readonly most: number;
}

export interface ExpectedPiece {
  readonly uploadId: string;
  /** Its bytes as they come: kept until they are read, so that a slow viewer does not hold the camera up. */
  chunks(): AsyncGenerator<Uint8Array, void>;
  /** It does not come, or not all of it. Once only; afterwards it does nothing. */
  fail(error: unknown): void;
}

interface Place {
  readonly cameraId: string;
  readonly size: PieceSize;
  isTaken: boolean;
  readonly push: (chunk: Uint8Array) => void;
  /** That was all. */
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
        if (received >= size.most) end();
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
          if (received > place.size.most) throw new AppError('invalid-request');
          // Nobody waits for the rest.
          if (!places.has(uploadId) && received < place.size.most) throw new AppError('not-found');
          place.push(chunk);
        }
        if (received < place.size.least) throw new AppError('invalid-request');
        place.end();
      } catch (error) {
        place.fail(new AppError('camera-failed', { cause: error }));
        throw error instanceof AppError ? error : new AppError('invalid-request', { cause: error });
      }
    },
  };
}
