import type { Clock } from '@watchpost/contract/timing/clock';
import type { CamerasService } from '../features/cameras/index.ts';
import type { StoredEvent } from '../features/events/index.ts';
import type { NotificationsService } from '../features/notifications/index.ts';
import type { Logger } from '../kernel/log.ts';

/** The shortest time between two motion notifications of a camera: a busy street must not ring a phone every minute. */
const minNotificationIntervalMs = 5 * 60_000;

/** Notifies everyone who has access to a camera of motion there. */
export function createEventNotices(deps: {
  clock: Clock;
  log: Logger;
  cameras: Pick<CamerasService, 'title'>;
  notifications: Pick<NotificationsService, 'notify'>;
}): (event: StoredEvent) => void {
  const { clock, log, cameras, notifications } = deps;
  const lastNotifiedAt = new Map<string, number>();

  const notify = async ({ cameraId, id, startAt, hasPicture }: StoredEvent): Promise<void> => {
    const cameraTitle = await cameras.title(cameraId);
    if (cameraTitle === null) return void lastNotifiedAt.delete(cameraId);
    const imageUrl = hasPicture ? `/public/api/v3/cameras/${cameraId}/events/${id}/picture.jpg` : undefined;
    await notifications.notify({ cameraId, type: 'CAMERAPHONE_MOTION', cameraTitle, at: startAt, imageUrl });
  };

  return (event) => {
    const now = clock.monotonic();
    if (event.type !== 'motion' || now - (lastNotifiedAt.get(event.cameraId) ?? Number.NEGATIVE_INFINITY) < minNotificationIntervalMs)
      return;
    lastNotifiedAt.set(event.cameraId, now);
    notify(event).catch((error: unknown) => log.warn({ err: error, cameraId: event.cameraId }, 'An event could not be notified'));
  };
}
