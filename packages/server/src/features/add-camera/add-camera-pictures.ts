import type { FoundPictureBody } from '@watchpost/contract/schemas/add-camera';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { createProbeLimit } from './add-camera-limits.ts';
import type { CameraSearch } from './add-camera-search.ts';

export interface FoundPictures {
  /**
   * Returns a small JPEG of a camera that this customer's own search found.
   * @param signal aborts when the caller has left
   * @throws {AppError} not-found, too-many-requests, camera-wrong-password, camera-unsupported, or why the camera can't be reached
   */
  picture(customerId: string, camera: FoundPictureBody, signal: AbortSignal): Promise<Uint8Array>;
}

export interface FoundPicturesDeps {
  readonly clock: Clock;
  readonly search: Pick<CameraSearch, 'hasFound'>;
  /** Requests a current picture from an ONVIF camera. @returns data that claims to be a JPEG, at most 2 MiB */
  readonly readSnapshot: (camera: FoundPictureBody, signal: AbortSignal) => Promise<Uint8Array>;
  /** Scales the picture down in its own process, which also makes it safe to show; null where no decoder is available. */
  readonly shrink: (jpeg: Uint8Array, signal: AbortSignal) => Promise<Uint8Array | null>;
}

/** Pictures per window: two of the largest searches. */
const maxPictures = 512;
/** Maximum concurrent camera requests of all customers. */
const maxConcurrent = 4;

export function createFoundPictures({ clock, search, readSnapshot, shrink }: FoundPicturesDeps): FoundPictures {
  const limit = createProbeLimit(clock, maxPictures);
  // A request with a password counts as an attempt to add a camera.
  const limitPasswords = createProbeLimit(clock);
  const queued = createTaskQueue(maxConcurrent);

  const read = (camera: FoundPictureBody, signal: AbortSignal): Promise<Uint8Array> =>
    queued(async () => {
      signal.throwIfAborted();
      const whole = await readSnapshot(camera, signal);
      const small = await shrink(whole, signal).catch((error: unknown) => {
        throw new AppError('camera-unsupported', { message: 'The camera’s picture can’t be decoded', cause: error });
      });
      if (!small) throw new AppError('camera-unsupported', { message: 'Nothing here can decode pictures' });
      return small;
    });
  return {
    picture: async (customerId, camera, signal) => {
      // Cameras outside the results do not exist for the user: only addresses from a search are ever queried.
      if (!search.hasFound(customerId, camera.address)) throw new AppError('not-found');
      return (camera.password === undefined ? limit : limitPasswords)(customerId, () => read(camera, signal));
    },
  };
}

/** Runs a limited number of tasks concurrently and queues the others. */
function createTaskQueue(maxConcurrent: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot is handed over directly, so that no other task can take it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
