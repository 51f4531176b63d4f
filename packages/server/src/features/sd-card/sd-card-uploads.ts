import { randomBytes } from 'node:crypto';
import { AppError } from '../../kernel/app-error.ts';

/** Where cameras bring pieces of recordings that they were asked for. */
export interface PieceUploads {
  /** A place for one piece. @param length bytes */
  expect(cameraId: string, length: number): ExpectedPiece;
  /**
   * What a camera brings to it.
   * @throws {AppError} `not-found` for a place that nobody waits at any more, of another camera, or taken; `invalid-request` for another length
   */
  take(cameraId: string, uploadId: string, body: AsyncIterable<Uint8Array>): Promise<void>;
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
  readonly length: number;
  isTaken: boolean;
  readonly push: (chunk: Uint8Array) => void;
  readonly fail: (error: unknown) => void;
}

export function createPieceUploads(): PieceUploads {
  const places = new Map<string, Place>();

  return {
    expect: (cameraId, length) => {
      const uploadId = randomBytes(32).toString('base64url');
      const chunks: Uint8Array[] = [];
      let received = 0;
      let failure: { readonly error: unknown } | null = null;
      let wake = (): void => undefined;
      const fail = (error: unknown): void => {
        places.delete(uploadId);
        failure ??= { error };
        wake();
      };
      const push = (chunk: Uint8Array): void => {
        chunks.push(chunk);
        received += chunk.byteLength;
        if (received >= length) places.delete(uploadId);
        wake();
      };
      places.set(uploadId, { cameraId, length, isTaken: false, push, fail });
      return {
        uploadId,
        fail,
        chunks: async function* () {
          for (let sent = 0; sent < length; ) {
            const chunk = chunks.shift();
            if (chunk) {
              sent += chunk.byteLength;
              yield chunk;
            } else if (failure) throw failure.error;
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
          if (received > place.length) throw new AppError('invalid-request');
          // Nobody waits for the rest.
          if (!places.has(uploadId) && received < place.length) throw new AppError('not-found');
          place.push(chunk);
        }
        if (received < place.length) throw new AppError('invalid-request');
      } catch (error) {
        place.fail(new AppError('camera-failed', { cause: error }));
        throw error instanceof AppError ? error : new AppError('invalid-request', { cause: error });
      }
    },
  };
}
