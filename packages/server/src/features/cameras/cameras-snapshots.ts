import { maxSnapshotBytes, takeSnapshotCommand } from '@watchpost/contract/schemas/cameras';
import type { Clock } from '@watchpost/contract/timing/clock';
import { jpegSize } from '@watchpost/onvif';
import { AppError } from '../../kernel/app-error.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import type { CameraUploads } from './cameras-uploads.ts';

interface CameraSnapshot {
  /** Unix ms. */
  readonly takenAt: number;
  readonly jpeg: Uint8Array;
}

/** Takes current pictures in full quality: by the camera itself where possible, else from its stream. */
export interface CameraSnapshots {
  /**
   * Takes a snapshot; concurrent callers share it, because a camera makes one at a time.
   * @throws {AppError} `too-many-requests`, `camera-offline`, `camera-silent`, `camera-failed`, `camera-unsupported` where no decoder is
   * available
   */
  take(viewerId: string, cameraId: string): Promise<CameraSnapshot>;
}

export interface CameraSnapshotsDeps {
  readonly control: CameraControl;
  readonly uploads: CameraUploads;
  readonly clock: Clock;
  readonly isOnline: (cameraId: string) => boolean;
  /** Returns a picture of the newest key frame that the camera has sent; null when there is none, or it can't be decoded. */
  readonly readNewest: (cameraId: string) => Promise<CameraSnapshot | null>;
}

/** Per user and camera. */
const limits = { windowMs: 60_000, maxCount: 10 };
/** The timeout for silence is shorter; this is the maximum for a large picture on a slow uplink, ms. */
const timeoutMs = 20_000;

export function createCameraSnapshots({ control, uploads, clock, isOnline, readNewest }: CameraSnapshotsDeps): CameraSnapshots {
  const limit = createWindowLimit({ clock, ...limits });
  const pending = new Map<string, Promise<CameraSnapshot>>();

  const askCamera = async (cameraId: string): Promise<CameraSnapshot> => {
    const piece = uploads.expect(cameraId, { minBytes: 1, maxBytes: maxSnapshotBytes });
    const abort = new AbortController();
    const cancel = clock.after(timeoutMs, () => abort.abort(new AppError('camera-silent')));
    const answer = control.send(cameraId, takeSnapshotCommand, { uploadId: piece.uploadId }, { signal: abort.signal });
    answer.then(
      () => piece.fail(new AppError('camera-failed', { message: 'The camera did not upload a picture' })),
      (error: unknown) => piece.fail(error),
    );
    try {
      const [jpeg, { age }] = await Promise.all([readAll(piece.chunks()), answer]);
      if (!jpegSize(jpeg)) throw new AppError('camera-failed', { message: 'The camera did not upload a JPEG' });
      return { jpeg, takenAt: Math.round(clock.now() - age) };
    } finally {
      cancel();
      piece.fail(new AppError('unavailable'));
      abort.abort(new AppError('unavailable'));
    }
  };
  const readStream = async (cameraId: string): Promise<CameraSnapshot> => {
    const newest = await readNewest(cameraId).catch((error: unknown) => {
      throw new AppError('camera-failed', { message: 'The camera’s picture can’t be decoded', cause: error });
    });
    if (!newest) throw new AppError('camera-unsupported');
    return newest;
  };
  const takeOne = async (cameraId: string): Promise<CameraSnapshot> => {
    if (control.report(cameraId)?.commands.includes(takeSnapshotCommand.name) !== true) return readStream(cameraId);
    return askCamera(cameraId).catch((error: unknown) => {
      // An agent without FFmpeg reports that only when it is queried.
      if (error instanceof AppError && error.code === 'camera-unsupported') return readStream(cameraId);
      throw error;
    });
  };

  return {
    take: async (viewerId, cameraId) => {
      limit(`${viewerId} ${cameraId}`);
      if (!isOnline(cameraId)) throw new AppError('camera-offline');
      const known = pending.get(cameraId);
      if (known) return known;
      const taking = takeOne(cameraId).finally(() => pending.delete(cameraId));
      pending.set(cameraId, taking);
      return taking;
    },
  };
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
