import type { CamerasService } from '../features/cameras/index.ts';
import type { StoredEvent } from '../features/events/index.ts';
import type { NotificationsService } from '../features/notifications/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';

/** A street must not ring a phone every minute: motion of one camera is told at most so often, ms. */
const quietTime = 5 * 60_000;

/** Tells whoever sees a camera what happened there. */
export function createEventNotices(deps: { clock: Clock; log: Logger; cameras: Pick<CamerasService, 'title'>; notifications: Pick<NotificationsService, 'notify'> }): (event: StoredEvent) => void {
  const { clock, log, cameras, notifications } = deps;
  const lastTold = new Map<string, number>();

  const tell = async ({ cameraId, id, startAt, hasPicture }: StoredEvent): Promise<void> => {
    const cameraTitle = await cameras.title(cameraId);
    if (cameraTitle === null) return void lastTold.delete(cameraId);
    const imageUrl = hasPicture ? `/public/api/v3/cameras/${cameraId}/events/${id}/picture.jpg` : undefined;
    await notifications.notify({ cameraId, type: 'CAMERAPHONE_MOTION', cameraTitle, at: startAt, imageUrl });
  };

  return (event) => {
    const now = clock.monotonic();
    if (event.type !== 'motion' || now - (lastTold.get(event.cameraId) ?? Number.NEGATIVE_INFINITY) < quietTime) return;
    lastTold.set(event.cameraId, now);
    tell(event).catch((error: unknown) => log.warn({ err: error, cameraId: event.cameraId }, 'An event could not be told'));
  };
}
