import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { CameraAccess, CameraRight } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';
import type { AccessChanges } from '../../kernel/module/access-changes.ts';
import type { CameraAccessResolver } from './cameras-access.ts';

/**
 * Watches over what lasts longer than a moment: media that are sent, a camera that moves.
 * @param familyId the viewer's sign-in; null for a guest or an embed token
 * @param onEnded called once when the viewer has lost the right, or may no longer receive what is sent: the access became less
 * @param check called with the present access at every check; throws an AppError to end it for another reason
 * @returns a function that ends the watch
 */
export type AccessWatch = (
  known: CameraAccess,
  right: CameraRight,
  familyId: string | null,
  onEnded: (error: AppError) => void,
  check?: (access: CameraAccess) => void,
) => () => void;

interface AccessWatchDeps {
  readonly access: Pick<CameraAccessResolver, 'recheck'>;
  readonly accessChanges: Pick<AccessChanges, 'onChanged'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Including the answer, an end that nobody announces takes effect within 10 s. */
const checkIntervalMs = 5000;

export function createAccessWatch({ access, accessChanges, clock, log }: AccessWatchDeps): AccessWatch {
  return (known, right, familyId, onEnded, checkToo) => {
    let isOver = false;
    let cancelEnd = (): void => undefined;
    const stop = (): void => {
      isOver = true;
      stopTimer();
      stopChanges();
      cancelEnd();
    };
    const end = (error: AppError): void => {
      if (isOver) return;
      stop();
      onEnded(error);
    };
    const check = (): void => {
      access
        .recheck(known, right, familyId)
        .then((now) => {
          if (isOver) return;
          if (right !== 'move' && isLess(now, known)) throw new AppError('access-ended');
          checkToo?.(now);
          expectEnd(now);
        })
        .catch((error: unknown) => {
          if (error instanceof AppError && error.status < 500) return end(error);
          // An unavailable database ends nothing.
          if (!isOver) log.warn({ err: error, cameraId: known.cameraId }, 'Access to a camera could not be checked');
        });
    };
    /** An end that is known beforehand takes effect at that moment. */
    const expectEnd = ({ capabilities }: CameraAccess): void => {
      cancelEnd();
      const left = (capabilities.changesAt ?? Infinity) - clock.now();
      if (left > 0 && left < checkIntervalMs) cancelEnd = clock.after(left, check);
    };
    const stopTimer = callEvery(clock, checkIntervalMs, check);
    expectEnd(known);
    const stopChanges = accessChanges.onChanged((cameraId, customerId) => {
      if (cameraId === known.cameraId && (customerId === null || customerId === known.customerId)) check();
    });
    return stop;
  };
}

/** Whether something was sent under the known access that the present one doesn't allow: sound, or an older or newer part of the archive. */
function isLess({ capabilities: now }: CameraAccess, { capabilities: known }: CameraAccess): boolean {
  return (
    (known.canHear && !now.canHear) ||
    (now.archiveFrom ?? -Infinity) > (known.archiveFrom ?? -Infinity) ||
    (now.archiveUntil ?? Infinity) < (known.archiveUntil ?? Infinity)
  );
}
