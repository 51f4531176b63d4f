import type { CameraBattery } from '@watchpost/contract/protocols/control';
import type { CamerasService } from '../features/cameras/index.ts';
import { createStatusWatch, type NotificationsService } from '../features/notifications/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import type { CameraStatus } from '../media/media-types.ts';
import type { Modules } from './modules.ts';

export interface StatusNoticesDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly cameras: Pick<CamerasService, 'title' | 'onCameraRemoved'>;
  readonly notifications: Pick<NotificationsService, 'notifyStatus'>;
  readonly status: Modules['status']['status'];
  readonly onStatus: Modules['onStatus'];
  readonly onRestart: Modules['onRestart'];
  readonly lastBattery: (cameraId: string) => CameraBattery | null;
  /** How long a camera must be away, ms. */
  readonly patience: number;
}

/** Unix ms; null for a camera that is there, or that was not tried yet. */
export function offlineSince({ state, since }: CameraStatus): number | null {
  return state === 'offline' ? since : null;
}

/** Phones switch themselves off a little above nothing. */
const almostEmpty = 0.05;

/** Tells whoever asked for it that a camera is away, and that it is back. */
export function createStatusNotices({ clock, log, cameras, notifications, status, onStatus, onRestart, lastBattery, patience }: StatusNoticesDeps): { close(): void } {
  const tell = async (kind: 'away' | 'back', cameraId: string, at: number): Promise<void> => {
    const cameraTitle = await cameras.title(cameraId);
    if (cameraTitle === null) return;
    if (kind === 'back') return notifications.notifyStatus({ kind, cameraId, cameraTitle, at });
    const battery = lastBattery(cameraId);
    const emptyBattery = battery && !battery.isCharging && battery.level <= almostEmpty ? battery.level : null;
    return notifications.notifyStatus({ kind, cameraId, cameraTitle, at, emptyBattery });
  };
  const listener = (kind: 'away' | 'back') => (cameraId: string, at: number): void => {
    tell(kind, cameraId, at).catch((error: unknown) => log.warn({ err: error, cameraId }, 'The state of a camera could not be told'));
  };
  const watch = createStatusWatch({ clock, patience, status, onAway: listener('away'), onBack: listener('back') });
  const stop = onStatus(watch.onStatus);
  onRestart(watch.expectAway);
  cameras.onCameraRemoved(watch.forget);
  return {
    close: () => {
      stop();
      watch.close();
    },
  };
}
