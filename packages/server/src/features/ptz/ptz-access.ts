import type { Clock } from '@watchpost/contract/timing/clock';
import { viewerIdOf, type CameraAccess } from '../../kernel/access/access.ts';
import type { AccessWatch } from '../cameras/index.ts';

/** A user, or a program of theirs, who moves a camera. */
export interface PtzMover {
  readonly access: CameraAccess;
  /** The user's sign-in; null for a program. */
  readonly familyId: string | null;
  /** Names the kind of device; absent for a program. */
  readonly userAgent?: string | undefined;
}

/** Watches the access of users while cameras move for them. */
export interface PtzAccess {
  /**
   * Notes that a camera moves for a user, instead of anyone before.
   * @param lastsMs after this time it has stopped by itself
   * @param halt stops it; called once when the user loses the right to move it
   */
  moves(mover: PtzMover, lastsMs: number, halt: () => void): void;
  forget(cameraId: string): void;
  close(): void;
}

export interface PtzAccessDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly watchAccess: AccessWatch;
}

interface Watched {
  /** Programs of one user have rights of their own. */
  readonly viewerId: string;
  readonly familyId: string | null;
  halt: () => void;
  cancelEnd: () => void;
  readonly stopWatch: () => void;
}

export function createPtzAccess({ clock, watchAccess }: PtzAccessDeps): PtzAccess {
  const watched = new Map<string, Watched>();
  const forget = (cameraId: string): void => {
    const known = watched.get(cameraId);
    watched.delete(cameraId);
    known?.cancelEnd();
    known?.stopWatch();
  };
  const begin = ({ access, familyId }: PtzMover, halt: () => void): Watched => {
    const { cameraId } = access;
    forget(cameraId);
    const stopWatch = watchAccess(access, 'move', familyId, () => {
      const { halt: haltNow } = entry;
      forget(cameraId);
      haltNow();
    });
    const entry: Watched = { viewerId: viewerIdOf(access), familyId, halt, cancelEnd: () => undefined, stopWatch };
    watched.set(cameraId, entry);
    return entry;
  };

  return {
    moves: (mover, lastsMs, halt) => {
      const { cameraId } = mover.access;
      const known = watched.get(cameraId);
      // A page repeats its requests: what it began stays watched, together with a check that is under way.
      const isSame = known?.viewerId === viewerIdOf(mover.access) && known.familyId === mover.familyId;
      const entry = isSame ? known : begin(mover, halt);
      entry.halt = halt;
      entry.cancelEnd();
      entry.cancelEnd = clock.after(lastsMs, () => forget(cameraId));
    },
    forget,
    close: () => {
      for (const cameraId of watched.keys()) forget(cameraId);
    },
  };
}
