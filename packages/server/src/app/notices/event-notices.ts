import type { EventType } from '@watchpost/contract/schemas/events';
import type { CamerasService } from '../../features/cameras/index.ts';
import type { StoredEvent } from '../../features/events/index.ts';
import type { CameraEvent, NotificationsService } from '../../features/notifications/index.ts';
import type { Logger } from '../../kernel/log.ts';

/** How each event is announced; recordings are not, and a timelapse announces itself. */
const pushTypes: Readonly<Record<EventType, CameraEvent['type'] | null>> = {
  motion: 'CAMERAPHONE_MOTION',
  human: 'CAMERAPHONE_PERSON',
  vehicle: 'vehicle',
  lineCrossing: 'lineCrossing',
  intrusion: 'intrusion',
  video: null,
  timelapse: null,
  loudNoise: 'loudNoise',
  smokeAlarm: 'smokeAlarm',
  coAlarm: 'coAlarm',
  fire: 'CAMERAPHONE_FIRE',
  smoke: 'CAMERAPHONE_FIRE',
  face: 'CAMERAPHONE_FACE',
  glassBreak: 'CAMERAPHONE_GLASS_BROKEN',
  babyCry: 'CAMERAPHONE_BABY_CRY',
};

/** Notifies everyone who has access to a camera, and wants to know, of what happened there. */
export function createEventNotices(deps: {
  log: Logger;
  cameras: Pick<CamerasService, 'title'>;
  notifications: Pick<NotificationsService, 'notify'>;
}): (event: StoredEvent) => void {
  const { log, cameras, notifications } = deps;

  const notify = async ({ cameraId, id, type: eventType, startAt, label, hasPicture, score }: StoredEvent): Promise<void> => {
    const type = pushTypes[eventType];
    const cameraTitle = type && (await cameras.title(cameraId));
    if (type === null || cameraTitle === null) return;
    const imageUrl = hasPicture ? `/public/api/v3/cameras/${cameraId}/events/${id}/picture.jpg?marked=1` : undefined;
    await notifications.notify({ cameraId, eventId: id, type, eventType, cameraTitle, at: startAt, label, imageUrl, score });
  };

  return (event) =>
    void notify(event).catch((error: unknown) => log.warn({ err: error, cameraId: event.cameraId }, 'An event could not be notified'));
}
