import { largestSnapshot, takeSnapshotCommand } from '@watchpost/contract/schemas/cameras';
import { jpegSize } from '@watchpost/onvif';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import type { CameraUploads } from './cameras-uploads.ts';

export interface CameraSnapshot {
  /** Unix ms. */
  readonly takenAt: number;
  readonly jpeg: Uint8Array;
}

/** Pictures of now in full quality: by the camera itself where it can, else of what it sends. */
export interface CameraSnapshots {
  /**
   * Whoever asks while one is under way gets that one: a camera makes one at a time.
   * @throws {AppError} `too-many-requests`, `camera-offline`, `camera-silent`, `camera-failed`, `camera-unsupported` where nothing here can decode pictures
   */
  take(customerId: string, cameraId: string): Promise<CameraSnapshot>;
}

export interface CameraSnapshotsDeps {
  readonly control: CameraControl;
  readonly uploads: CameraUploads;
  readonly clock: Clock;
  readonly isOnline: (cameraId: string) => boolean;
  /** A picture of the newest key frame that the camera has sent; null where there is none, or nothing can decode it. */
  readonly readNewest: (cameraId: string) => Promise<CameraSnapshot | null>;
}

/** Of one person and one camera. */
const limits = { window: 60_000, most: 10 };
/** Silence ends it sooner; so long a large picture may take on a slow uplink, ms. */
const longest = 20_000;

export function createCameraSnapshots({ control, uploads, clock, isOnline, readNewest }: CameraSnapshotsDeps): CameraSnapshots {
  const limit = createWindowLimit({ clock, ...limits });
  const underWay = new Map<string, Promise<CameraSnapshot>>();

  const askCamera = async (cameraId: string): Promise<CameraSnapshot> => {
    const piece = uploads.expect(cameraId, { least: 1, most: largestSnapshot });
    const abort = new AbortController();
    const cancel = clock.after(longest, () => abort.abort(new AppError('camera-silent')));
    const answer = control.send(cameraId, takeSnapshotCommand, { uploadId: piece.uploadId }, { signal: abort.signal });
    answer.then(
      () => piece.fail(new AppError('camera-failed', { message: 'The camera brought no picture' })),
      (error: unknown) => piece.fail(error),
    );
    try {
      const [jpeg, { age }] = await Promise.all([readAll(piece.chunks()), answer]);
      if (!jpegSize(jpeg)) throw new AppError('camera-failed', { message: 'What the camera brought is no JPEG' });
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
      // An agent without FFmpeg says so only when it is asked.
      if (error instanceof AppError && error.code === 'camera-unsupported') return readStream(cameraId);
      throw error;
    });
  };

  return {
    take: async (customerId, cameraId) => {
      limit(`${customerId} ${cameraId}`);
      if (!isOnline(cameraId)) throw new AppError('camera-offline');
      const known = underWay.get(cameraId);
      if (known) return known;
      const taking = takeOne(cameraId).finally(() => underWay.delete(cameraId));
      underWay.set(cameraId, taking);
      return taking;
    },
  };
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
