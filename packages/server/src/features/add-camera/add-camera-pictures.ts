import type { FoundPictureBody } from '@watchpost/contract/schemas/add-camera';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createProbeLimit } from './add-camera-limits.ts';
import type { CameraSearch } from './add-camera-search.ts';

export interface FoundPictures {
  /**
   * A small JPEG of a camera that this customer's own search has found.
   * @param signal nobody waits for it any more
   * @throws {AppError} not-found, too-many-requests, camera-wrong-password, camera-unsupported, or why the camera can't be reached
   */
  picture(customerId: string, camera: FoundPictureBody, signal: AbortSignal): Promise<Uint8Array>;
}

export interface FoundPicturesDeps {
  readonly clock: Clock;
  readonly search: Pick<CameraSearch, 'hasFound'>;
  /** Asks an ONVIF camera for its picture now. @returns what says of itself that it is a JPEG, at most 2 MiB */
  readonly readSnapshot: (camera: FoundPictureBody, signal: AbortSignal) => Promise<Uint8Array>;
  /** Makes it small, in a process of its own, and so one that is safe to show; null where nothing here can. */
  readonly shrink: (jpeg: Uint8Array, signal: AbortSignal) => Promise<Uint8Array | null>;
}

/** Of whole searches: two of the largest. */
const picturesAWindow = 512;
/** Cameras that are asked at once, by all customers together. */
const atOnce = 4;

export function createFoundPictures({ clock, search, readSnapshot, shrink }: FoundPicturesDeps): FoundPictures {
  const limit = createProbeLimit(clock, picturesAWindow);
  // Whoever names a password tries one: as often as when a camera is added.
  const limitPasswords = createProbeLimit(clock);
  const inTurn = createTurns(atOnce);

  const read = (camera: FoundPictureBody, signal: AbortSignal): Promise<Uint8Array> =>
    inTurn(async () => {
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
      // What nobody found is no camera to them: only addresses of a search are ever asked.
      if (!search.hasFound(customerId, camera.address)) throw new AppError('not-found');
      return (camera.password === undefined ? limit : limitPasswords)(customerId, () => read(camera, signal));
    },
  };
}

/** So many at once, the others one after the other. */
function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on as it is: nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
