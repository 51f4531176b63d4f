import type { Clock } from '@watchpost/contract/timing/clock';
import type { CamerasService } from '../../features/cameras/index.ts';
import { createStatusWatch, type NotificationsService } from '../../features/notifications/index.ts';
import type { WebhooksModule } from '../../features/webhooks/index.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { CameraControlModule } from '../../media/control/camera-control-module.ts';
import type { Ingest } from '../../media/ingest/index.ts';
import type { CameraStatus } from '../../media/media-types.ts';

export interface StatusNoticesDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly cameras: Pick<CamerasService, 'title' | 'onCameraRemoved'>;
  readonly notifications: Pick<NotificationsService, 'notifyStatus'>;
  readonly webhooks: Pick<WebhooksModule, 'recorder' | 'wake'>;
  readonly ingest: Pick<Ingest, 'status' | 'onStatus'>;
  readonly cameraControl: Pick<CameraControlModule, 'onRestart' | 'lastBattery'>;
  /** How long a camera must be offline before anyone is notified; read at each outage, because operators change it. */
  readonly offlineDelayMs: number;
}

/** Unix ms; null for a camera that is online or still connecting. */
export function offlineSince({ state, since }: CameraStatus): number | null {
  return state === 'offline' ? since : null;
}

/** Phones switch themselves off slightly above 0. */
const emptyBatteryLevel = 0.05;

/** Notifies subscribed users and webhooks when a camera goes offline, and when it returns. */
export function createStatusNotices(deps: StatusNoticesDeps): ServerModule & { stop(): void } {
  const { clock, log, cameras, notifications, webhooks, ingest, cameraControl } = deps;
  const call = async (kind: 'away' | 'back', cameraId: string, at: number): Promise<void> => {
    await webhooks.recorder.status(kind, cameraId, at);
    webhooks.wake();
  };
  const push = async (kind: 'away' | 'back', cameraId: string, cameraTitle: string, at: number): Promise<void> => {
    if (kind === 'back') return notifications.notifyStatus({ kind, cameraId, cameraTitle, at });
    const battery = cameraControl.lastBattery(cameraId);
    const emptyBattery = battery && !battery.isCharging && battery.level <= emptyBatteryLevel ? battery.level : null;
    return notifications.notifyStatus({ kind, cameraId, cameraTitle, at, emptyBattery });
  };
  const notify = async (kind: 'away' | 'back', cameraId: string, at: number): Promise<void> => {
    const cameraTitle = await cameras.title(cameraId);
    if (cameraTitle === null) return;
    // Each is sent even when the other fails.
    await Promise.all([call(kind, cameraId, at), push(kind, cameraId, cameraTitle, at)]);
  };
  const listener =
    (kind: 'away' | 'back') =>
    (cameraId: string, at: number): void => {
      notify(kind, cameraId, at).catch((error: unknown) =>
        log.warn({ err: error, cameraId }, 'A status change of a camera could not be notified'),
      );
    };
  const { status, onStatus } = ingest;
  const watch = createStatusWatch({
    clock,
    status,
    get offlineDelayMs() {
      return deps.offlineDelayMs;
    },
    onAway: listener('away'),
    onBack: listener('back'),
  });
  const stopStatus = onStatus(watch.onStatus);
  cameraControl.onRestart(watch.expectAway);
  cameras.onCameraRemoved(watch.forget);
  return {
    name: 'status notices',
    stop: () => {
      stopStatus();
      watch.close();
    },
  };
}
